import { lstatSync } from 'node:fs';
import { TopicmillError } from '../diagnostics/index.js';

/**
 * Refuses a symbolic link, wherever it leads; whether there is a file at all does not matter.
 *
 * @throws TopicmillError `LINK_NOT_FOLLOWED`
 */
export function refuseLink(path: string, displayPath: string = path): void {
  if (isLink(path)) throw linkNotFollowed(displayPath);
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  } catch {
    return false;
  }
}

/** An error `LINK_NOT_FOLLOWED` for a file or folder. */
export function linkNotFollowed(displayPath: string): TopicmillError {
  return new TopicmillError('LINK_NOT_FOLLOWED', 'This is a symbolic link, which Topicmill does not follow.', {
    file: displayPath,
    remedy: 'Replace it with the file or folder itself, or configure the place that it leads to.',
  });
}
