/** After the last of many calls. */
const QUIET_MS = 120;
/** A run of calls that does not end is answered now and then, also while what was done before takes longer. */
const MAX_DELAY_MS = 2000;

/** Something that is done for the last of many calls. */
export interface Calm {
  call(): void;
  /** What was done last has had its effect: until then, nothing is done again. */
  finish(): void;
  /** Forgets a call that has not been answered. */
  end(): void;
}

/**
 * Does something at once for a call that is alone; of calls that follow closely, or come while it has not had its effect, once
 * after the last, and now and then while they go on. So a busy machine does it less often, not more and more late.
 *
 * @param now the time in milliseconds, from any beginning
 */
export function calm(action: () => void, now: () => number = () => performance.now()): Calm {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastMs = Number.NEGATIVE_INFINITY;
  let waitingSinceMs: number | undefined;
  let runningSinceMs: number | undefined;
  let isDue = false;
  const run = (): void => {
    clearTimeout(timer);
    waitingSinceMs = undefined;
    isDue = false;
    lastMs = now();
    runningSinceMs = lastMs;
    action();
  };
  const runWhenFinished = (): void => {
    const restMs = runningSinceMs === undefined ? 0 : runningSinceMs + MAX_DELAY_MS - now();
    isDue = restMs > 0;
    if (isDue) timer = setTimeout(run, restMs);
    else run();
  };
  return {
    call() {
      const atMs = now();
      if (waitingSinceMs === undefined && runningSinceMs === undefined && atMs - lastMs >= QUIET_MS) return run();
      lastMs = atMs;
      waitingSinceMs ??= atMs;
      if (isDue) return;
      clearTimeout(timer);
      timer = setTimeout(runWhenFinished, Math.min(QUIET_MS, waitingSinceMs + MAX_DELAY_MS - atMs));
    },
    finish() {
      runningSinceMs = undefined;
      if (isDue) run();
    },
    end() {
      clearTimeout(timer);
      waitingSinceMs = undefined;
      isDue = false;
    },
  };
}
