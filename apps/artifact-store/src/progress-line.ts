import type { CommandIo } from '@topicmill/cli';

/** A line on a terminal that says how far the work is. */
export interface ProgressLine {
  update(state: string): void;
  /** Takes the line away. */
  stop(): void;
}

/** Shows progress on stderr when that is a terminal, and nothing otherwise. */
export function progressLine({ stderr }: CommandIo): ProgressLine {
  if (stderr.isTTY !== true) return { update: () => {}, stop: () => {} };
  let isShown = false;
  return {
    update(state) {
      isShown = true;
      stderr.write(`\r\u001b[K${state.slice(0, 100)}`);
    },
    stop() {
      if (isShown) stderr.write('\r\u001b[K');
      isShown = false;
    },
  };
}
