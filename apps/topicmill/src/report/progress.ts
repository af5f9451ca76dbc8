import { type CommandIo, counted } from '@topicmill/base/cli';
import ora from 'ora';

/** How far some work is, for people who wait for it. */
export interface Progress {
  update(state: string): void;
  /** The same with an estimate of what is left, as in `3120 of 14245 pages, about 2 min left`. */
  count(doneCount: number, totalCount: number, noun: string): void;
  /** Takes the line away. */
  stop(): void;
}

const LINE_MS = 10_000;
/** What changes more often nobody reads. */
const FRAME_MS = 50;
/** An estimate from less would be chance. */
const ESTIMATED_AFTER_MS = 2000;
const MINUTE_MS = 60_000;

/** Shows progress on stderr: as a line that changes on a terminal, as a line now and then in CI, and nowhere else; not with `--quiet`. */
export function startProgress(
  title: string,
  { stderr, env, isQuiet }: Pick<CommandIo, 'stderr' | 'isQuiet'> & Partial<Pick<CommandIo, 'env'>>,
): Progress {
  const { update, stop } = isQuiet ? SILENT_PROGRESS : startLine(title, stderr, Boolean(env?.['CI']));
  const startMs = performance.now();
  return {
    update,
    stop,
    count(doneCount, totalCount, noun) {
      const elapsedMs = performance.now() - startMs;
      const left = elapsedMs < ESTIMATED_AFTER_MS ? '' : leftText((elapsedMs / doneCount) * (totalCount - doneCount));
      update(`${doneCount} of ${counted(totalCount, noun)}${left}`);
    },
  };
}

function startLine(title: string, stderr: CommandIo['stderr'], isCi: boolean): Pick<Progress, 'update' | 'stop'> {
  const stream = stderr as NodeJS.WriteStream;
  // ora never comes to an end of the lines to clear on a terminal that says it has no columns.
  if (stream.isTTY !== true || !(stream.columns > 0)) return isCi ? startLines(title, stderr) : SILENT_PROGRESS;
  const spinner = ora({ text: title, stream }).start();
  let renderedMs = -FRAME_MS;
  return {
    update: (state) => {
      spinner.text = `${title}: ${state}`;
      // The work may leave the spinner no time to do it.
      if (performance.now() - renderedMs < FRAME_MS) return;
      spinner.render();
      renderedMs = performance.now();
    },
    stop: () => {
      spinner.stop();
    },
  };
}

function startLines(title: string, stderr: CommandIo['stderr']): Pick<Progress, 'update' | 'stop'> {
  let toldMs = performance.now();
  return {
    update(state) {
      if (performance.now() - toldMs < LINE_MS) return;
      toldMs = performance.now();
      stderr.write(`${title}: ${state}\n`);
    },
    stop: () => {},
  };
}

const SILENT_PROGRESS = { update: () => {}, stop: () => {} };

function leftText(leftMs: number): string {
  if (!Number.isFinite(leftMs)) return '';
  return leftMs < MINUTE_MS
    ? `, about ${Math.ceil(leftMs / 1000)} s left`
    : `, about ${Math.ceil(leftMs / MINUTE_MS)} min left`;
}
