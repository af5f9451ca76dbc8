import { lstatSync } from 'node:fs';
import { refuseByStats } from '@topicmill/base/files';

/**
 * Size and time of the last change, in milliseconds, of a file; of a folder the time alone. It is the time that the
 * system keeps of contents and attributes alike, which no program can set.
 */
export type FileStamp = readonly [size: number, changedMs: number];

/** A clock's tick: a file changed within it may be changed again without its time showing it. */
const TICK_MS = 50;

/**
 * `undefined` for what is not there.
 *
 * @throws TopicmillError `LINK_NOT_FOLLOWED`, `FILE_UNREADABLE` for a pipe; what the system throws
 */
export function stampOf(path: string): FileStamp | undefined {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  refuseByStats(stats, path);
  return stats === undefined ? undefined : [stats.isDirectory() ? 0 : stats.size, stats.ctimeMs];
}

/** Whether a later change would show in the stamp. */
export function isSettled([, changedMs]: FileStamp, nowMs: number): boolean {
  return changedMs <= nowMs - TICK_MS;
}
