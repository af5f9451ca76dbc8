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

/** The stamp of what is at a path, where anything is; `undefined` for a link, a pipe and what the system does not show. */
export type Sight = FileStamp | 'absent' | undefined;

/** What is at a path now. */
export function sightOf(path: string): Sight {
  try {
    return stampOf(path) ?? 'absent';
  } catch {
    return undefined;
  }
}

/**
 * A line of what was seen at a path, by which it is known whether that has changed.
 *
 * @param path below the workspace's root, with `/`
 */
export function sightLine(sight: Exclude<Sight, undefined>, path: string): string {
  return sight === 'absent' ? `- - ${path}` : `${sight[0]} ${sight[1]} ${path}`;
}

/** The path of a line. */
export function pathOfLine(line: string): string {
  return line.slice(line.indexOf(' ', line.indexOf(' ') + 1) + 1);
}

/** Whether all lines, separated by line ends, say what is there now. */
export function areAsSeen(root: string, lines: string): boolean {
  if (lines === '') return true;
  return lines.split('\n').every((line) => {
    const path = pathOfLine(line);
    const sight = sightOf(`${root}/${path}`);
    return sight !== undefined && sightLine(sight, path) === line;
  });
}
