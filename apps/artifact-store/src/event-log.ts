import type { StoreEvent } from '@topicmill/artifacts/store';
import type { CommandIo } from '@topicmill/base/cli';

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
