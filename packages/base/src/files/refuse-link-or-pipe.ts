import { lstatSync, type Stats } from 'node:fs';
import { TopicmillError } from '../diagnostics/index.js';

/**
 * Refuses a symbolic link, wherever it leads, and a named pipe, a socket or a device, which would be read forever; whether
 * there is a file at all does not matter.
 *
 * @returns whether there may be something: not where the system says that nothing is there
 * @throws TopicmillError `LINK_NOT_FOLLOWED`, `FILE_UNREADABLE` for a pipe, socket or device
 */
export function refuseLinkOrPipe(path: string, displayPath: string = path): boolean {
  const stats = statsOf(path);
  if (stats === 'unknown') return true;
  refuseByStats(stats, displayPath);
  return stats !== undefined;
}

/** The same by what `lstat` says of the path. */
export function refuseByStats(stats: Stats | undefined, displayPath: string): void {
  if (stats?.isSymbolicLink() === true) throw linkNotFollowed(displayPath);
  if (stats !== undefined) refusePipe(stats, displayPath);
}

/**
 * Refuses what is neither file nor folder: whoever opens a pipe waits for somebody to write, and some devices never end.
 *
 * @param stats of the file itself, not of a link
 * @throws TopicmillError `FILE_UNREADABLE`
 */
export function refusePipe(stats: Stats, displayPath: string): void {
  if (isPipe(stats)) throw pipeInPlace(stats.isFIFO() ? 'a named pipe' : 'a socket or a device', displayPath);
}

/** Whether it is a named pipe, a socket or a device. */
export function isPipe(stats: Stats): boolean {
  return !stats.isFile() && !stats.isDirectory() && !stats.isSymbolicLink();
}

function statsOf(path: string): Stats | undefined | 'unknown' {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return 'unknown';
  }
}

/** An error `LINK_NOT_FOLLOWED` for a file or folder. */
function linkNotFollowed(displayPath: string): TopicmillError {
  return new TopicmillError('LINK_NOT_FOLLOWED', 'This is a symbolic link, which Topicmill does not follow.', {
    file: displayPath,
    remedy: 'Replace it with the file or folder itself, or configure its target.',
  });
}

function pipeInPlace(kind: string, displayPath: string): TopicmillError {
  return new TopicmillError('FILE_UNREADABLE', `This is ${kind}, and a file is needed.`, {
    file: displayPath,
    remedy: 'Remove it, or put a file in its place.',
  });
}
