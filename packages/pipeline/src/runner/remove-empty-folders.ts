import { rmdirSync } from 'node:fs';
import { dirname } from 'node:path';

/** Removes a folder, and those above it as far as they are empty then. */
export function removeEmptyFolders(directory: string, stopAt: string): void {
  for (let at = directory; at !== stopAt && at.startsWith(stopAt); at = dirname(at)) {
    if (!removeFolderIfEmpty(at)) return;
  }
}

/** Whether it was empty, and is gone. */
export function removeFolderIfEmpty(directory: string): boolean {
  try {
    rmdirSync(directory);
    return true;
  } catch {
    return false;
  }
}
