/** After the last of many calls. */
const QUIET_MS = 120;
/** A run of calls that does not end is answered now and then. */
const MOST_MS = 2000;

/** Something that is done for the last of many calls. */
export interface Calm {
  call(): void;
  /** Forgets a call that has not been answered. */
  end(): void;
}

/**
 * Does something at once for a call that is alone; of calls that follow closely, once after the last, and now and then while
 * they go on.
 *
 * @param now the time in milliseconds, from any beginning
 */
export function calm(action: () => void, now: () => number = () => performance.now()): Calm {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastMs = Number.NEGATIVE_INFINITY;
  let waitingSinceMs: number | undefined;
  const run = (): void => {
    clearTimeout(timer);
    waitingSinceMs = undefined;
    lastMs = now();
    action();
  };
  return {
    call() {
      const atMs = now();
      if (waitingSinceMs === undefined && atMs - lastMs >= QUIET_MS) return run();
      lastMs = atMs;
      waitingSinceMs ??= atMs;
      clearTimeout(timer);
      timer = setTimeout(run, Math.min(QUIET_MS, waitingSinceMs + MOST_MS - atMs));
    },
    end() {
      clearTimeout(timer);
      waitingSinceMs = undefined;
    },
  };
}
