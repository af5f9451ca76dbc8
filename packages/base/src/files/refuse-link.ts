import { lstatSync, type Stats } from 'node:fs';
import { TopicmillError } from '../diagnostics/index.js';

/**
 * Refuses a symbolic link, wherever it leads; whether there is a file at all does not matter.
 *
 * @returns whether there may be something: not where the system says that nothing is there
 * @throws TopicmillError `LINK_NOT_FOLLOWED`
 */
export function refuseLink(path: string, displayPath: string = path): boolean {
  const stats = statsOf(path);
  if (stats !== 'unknown' && stats?.isSymbolicLink() === true) throw linkNotFollowed(displayPath);
  return stats !== undefined;
}

function statsOf(path: string): Stats | undefined | 'unknown' {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return 'unknown';
  }
}

/** An error `LINK_NOT_FOLLOWED` for a file or folder. */
export function linkNotFollowed(displayPath: string): TopicmillError {
  return new TopicmillError('LINK_NOT_FOLLOWED', 'This is a symbolic link, which Topicmill does not follow.', {
    file: displayPath,
    remedy: 'Replace it with the file or folder itself, or configure the place that it leads to.',
  });
}
