import type { CommandIo } from '@topicmill/base/cli';
import ora from 'ora';

/** A line on a terminal that says how far the work is. */
export interface Progress {
  update(state: string): void;
  /** Takes the line away. */
  stop(): void;
}

/** Shows progress on stderr when that is a terminal, and nothing otherwise. */
export function startProgress(title: string, { stderr }: Pick<CommandIo, 'stderr'>): Progress {
  const stream = stderr as NodeJS.WriteStream;
  // ora never comes to an end of the lines to clear on a terminal that says it has no columns.
  if (stream.isTTY !== true || !(stream.columns > 0)) return { update: () => {}, stop: () => {} };
  const spinner = ora({ text: title, stream }).start();
  return {
    update: (state) => {
      spinner.text = `${title}: ${state}`;
      // The work may leave the spinner no time to do it.
      spinner.render();
    },
    stop: () => {
      spinner.stop();
    },
  };
}
