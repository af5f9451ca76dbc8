import { dirname } from 'node:path';
import { removeEmptyFolder } from '@topicmill/base/files';

/** Removes a folder, and those above it as far as they are empty then. */
export function removeEmptyFolders(directory: string, stopAt: string): void {
  for (let at = directory; at !== stopAt && at.startsWith(stopAt); at = dirname(at)) {
    if (!removeEmptyFolder(at)) return;
  }
}
