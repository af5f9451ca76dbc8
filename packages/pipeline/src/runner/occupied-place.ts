import { lstatSync, readdirSync } from 'node:fs';
import type { Diagnostic } from '@topicmill/base/diagnostics';

/**
 * What is in place of a file.
 *
 * @returns `undefined` for nothing, and for what can be replaced without loss: an empty folder, a symbolic link, a named pipe
 */
export function occupantOf(path: string): 'file' | 'folder' | undefined {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats?.isDirectory()) return readdirSync(path).length > 0 ? 'folder' : undefined;
  return stats?.isFile() ? 'file' : undefined;
}

/** Whether a folder is in place of a file, empty or not. */
export function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** The fault of a folder in place of a file. */
export function foreignFolder(file: string): Diagnostic {
  return {
    severity: 'error',
    code: 'FILE_FOREIGN',
    message: 'A folder has the name of a file that Topicmill writes or removes.',
    file,
    remedy: 'Move the folder.',
  };
}

/** The fault of a file that no step recognizes. */
export function foreignFile(file: string): Diagnostic {
  return {
    severity: 'error',
    code: 'FILE_FOREIGN',
    message: 'A file that Topicmill did not write has the name of one that it writes or removes.',
    file,
    remedy: 'Move it, or let Topicmill replace it: `npx topicmill build --adopt`.',
  };
}
