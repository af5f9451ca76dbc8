import type { CommandIo } from '@topicmill/cli';
import ora from 'ora';

/** A line on a terminal that says how far the work is. */
export interface Progress {
  update(state: string): void;
  /** Takes the line away. */
  stop(): void;
}

/** Shows progress on stderr when that is a terminal, and nothing otherwise. */
export function startProgress(title: string, { stderr }: CommandIo): Progress {
  if (stderr.isTTY !== true) return { update: () => {}, stop: () => {} };
  const spinner = ora({ text: title, stream: stderr as NodeJS.WriteStream }).start();
  return {
    update: (state) => {
      spinner.text = `${title}: ${state}`;
    },
    stop: () => {
      spinner.stop();
    },
  };
}
