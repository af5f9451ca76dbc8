import { realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pathBelow, slashPath } from '@topicmill/base/files';

/** Folders that paths and names are relative to. */
export interface FileFolders {
  /** What paths and reports are relative to. */
  readonly cwd: string;
  /** What the names of artifacts are relative to. */
  readonly sourceRoot: string;
}

/**
 * The id of a file as a source: its path below the root of sources, or its whole path elsewhere. Links on the way to it
 * are resolved, so that it has one name, however it is reached.
 */
export function sourceIdOf(path: string, { sourceRoot }: FileFolders): string {
  return idBelow(join(realPathOf(dirname(path)), basename(path)), sourceRoot);
}

/** How the ids of all files in a folder, or all emails in a mailbox, begin; empty for the root of sources itself. */
export function sourcePrefixOf(path: string, { sourceRoot }: FileFolders, isFolder: boolean): string {
  const id = idBelow(realPathOf(path), sourceRoot);
  const ending = isFolder ? '/' : '#';
  return id === '' || id.endsWith(ending) ? id : id + ending;
}

function idBelow(real: string, sourceRoot: string): string {
  return pathBelow(realPathOf(sourceRoot), real) ?? slashPath(real);
}

/** The path itself when there is nothing at it. */
function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
