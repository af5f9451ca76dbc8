import type { StoreEvent } from '@topicmill/artifacts/store';
import type { CommandIo } from '@topicmill/base/cli';

/** A line on a terminal that says how far the work is. */
export interface ProgressLine {
  update(state: string): void;
  /** Takes the line away. */
  stop(): void;
}

/** Minimum time between two updates. */
const PAUSE_MS = 50;

/** Shows progress on stderr when that is a terminal, and nothing otherwise. */
export function progressLine({ stderr }: CommandIo): ProgressLine {
  if (stderr.isTTY !== true) return { update: () => {}, stop: () => {} };
  let isShown = false;
  let shownAt = 0;
  return {
    update(state) {
      if (Date.now() - shownAt < PAUSE_MS) return;
      shownAt = Date.now();
      isShown = true;
      stderr.write(`\r\u001b[K${state.slice(0, (stderr.columns ?? 80) - 1)}`);
    },
    stop() {
      if (isShown) stderr.write('\r\u001b[K');
      isShown = false;
    },
  };
}

/** Levels of events, the least important first. */
export const LOG_LEVELS = ['debug', 'info', 'warn'] as const;

export type LogLevel = (typeof LOG_LEVELS)[number];

/** Writes events from a level on to stderr, a line of JSON each; `undefined` where none are wanted. */
export function eventLog(
  level: LogLevel | undefined,
  { stderr }: CommandIo,
): ((event: StoreEvent) => void) | undefined {
  if (level === undefined) return undefined;
  const least = LOG_LEVELS.indexOf(level);
  return (event) => {
    if (LOG_LEVELS.indexOf(event.level) < least) return;
    stderr.write(`${JSON.stringify({ time: new Date().toISOString(), logger: 'artifact-store', ...event })}\n`);
  };
}
