import { lstatSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { TopicmillError } from '../diagnostics/index.js';
import { slashPath } from './list-folder.js';
import { errorCode } from './read-document.js';
import { removeFile, writeFileIfChanged } from './write-file.js';

const OBSTRUCTION_ERRORS = new Set(['EEXIST', 'EISDIR', 'ELOOP', 'ENOENT', 'ENOTDIR', 'ENOTEMPTY', 'EPERM']);

/**
 * Writes a file of a cache as `writeFileIfChanged` does. Whatever occupies its place or that of a folder above it is
 * removed first: below `root` everything can be made again.
 *
 * @param root folder of the cache
 * @returns whether the file was written
 * @throws TopicmillError `FILE_UNWRITABLE`
 */
export function writeCacheFile(root: string, path: string, content: string | Uint8Array): boolean {
  try {
    return writeFileIfChanged(path, content, shownInCache(root, path));
  } catch (thrown) {
    if (!isObstruction(thrown)) throw thrown;
    clearWay(root, path);
    return writeFileIfChanged(path, content, shownInCache(root, path));
  }
}

/** Whether a file could not be read or written because something else occupies its place or that of a folder above it. */
export function isObstruction(thrown: unknown): boolean {
  return OBSTRUCTION_ERRORS.has(errorCode(thrown instanceof TopicmillError ? thrown.cause : thrown));
}

/**
 * Removes a file of a cache, or whatever occupies its place.
 *
 * @throws TopicmillError `FILE_UNWRITABLE`
 */
export function removeCacheFile(root: string, path: string): void {
  clearWay(root, path);
  removeFile(path, shownInCache(root, path));
}

/** Path of a file of a cache as errors show it: from the folder of the cache on, with `/`. */
export function shownInCache(root: string, path: string): string {
  return slashPath(join(basename(root), relative(root, path)));
}

/**
 * Removes what keeps a file of a cache from being written: anything but a folder where a folder has to be, from `root`
 * down, and anything but a file at the path itself. Of links to folders only `root` stays: what another leads to is not
 * of the cache.
 *
 * @throws TopicmillError `FILE_UNWRITABLE`
 */
export function clearWay(root: string, path: string): void {
  const parts = relative(root, path).split(sep);
  for (let depth = 0; depth < parts.length; depth++) {
    const folder = join(root, ...parts.slice(0, depth));
    if (!(depth === 0 ? isFolder(folder) : isPlain(folder, 'folder'))) remove(folder, shownInCache(root, folder));
  }
  if (!isPlain(path, 'file')) remove(path, shownInCache(root, path));
}

/** Below a file there is none: looking there is an error of the system. */
function isPlain(path: string, kind: 'file' | 'folder'): boolean {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    return (kind === 'file' ? stats?.isFile() : stats?.isDirectory()) === true;
  } catch {
    return false;
  }
}

/** Whether a folder is there, or a link to one; nothing is thrown. */
export function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    return false;
  }
}

function remove(path: string, displayPath: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch (cause) {
    throw new TopicmillError('FILE_UNWRITABLE', `It cannot be removed (${errorCode(cause)}).`, {
      file: displayPath,
      remedy: `Check that you may write to "${dirname(displayPath)}".`,
      cause,
    });
  }
}
