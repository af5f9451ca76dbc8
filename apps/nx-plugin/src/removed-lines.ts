import { counted } from '@topicmill/base/diagnostics';
import { filesByFolder } from '@topicmill/pipeline/runner';

/** More than this are counted, as in a fresh clone whose outputs Nx has from another one. */
export const LISTED = 20;

/** What was removed, in a line for each folder: a page may have many files, and people know it by its folder. */
export function removedLines(paths: readonly string[]): string[] {
  const folders = filesByFolder(paths);
  if (folders.length > LISTED) return [`removed ${counted(paths.length, 'file')}`];
  return folders.map((files) => `removed ${files}`);
}
