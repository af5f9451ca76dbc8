import { existsSync, linkSync, lstatSync, renameSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { TopicmillError } from '../diagnostics/index.js';
import { listDirectory } from './list-folder.js';
import { errorCode } from './read-document.js';
import { sleepMs } from './sleep.js';
import { asidePath, isWriterActive, parseAsideName, removeLeftover } from './temporary-file.js';

/** For so long a process that has set a file aside may take to put another one there; then it is as if it had been killed. */
const AWAY_MS = 1000;

/**
 * Puts a file in place of another one, and keeps what was there, whatever that is by then. Between the two, for an
 * instant, no file is there; one that somebody makes in that instant is set aside, too. A killed process leaves what was
 * set aside: see `restoreAside` and `leftAside`.
 *
 * @param temporary the file that is put there; it is gone afterwards
 * @param isExpected whether the file that was there, which is at the given path now, may be replaced; if not, it is restored
 * @returns paths of what was there, in order; whoever gets them removes them. None if nothing was there; `undefined` if it was restored
 * @throws what the system throws; then `path` is as it was
 */
export function setAside(
  temporary: string,
  path: string,
  isExpected: (aside: string) => boolean,
): string[] | undefined {
  const aside: string[] = [];
  try {
    do {
      const to = asidePath(path);
      if (!renameIfThere(path, to)) continue;
      aside.push(to);
      // Whoever reads the new file now and saves it later would not have what was written to this one.
      if (aside.length === 1 && !isExpected(to) && putIfFree(to, path)) return undefined;
    } while (!putIfFree(temporary, path));
    return aside;
  } catch (cause) {
    const last = aside.at(-1);
    if (last !== undefined && !existsSync(path)) renameSync(last, path);
    throw cause;
  }
}

/**
 * Puts a file where none is.
 *
 * @param temporary gone afterwards, unless there was one
 * @returns whether there was none
 * @throws what the system throws
 */
export function putIfFree(temporary: string, path: string): boolean {
  try {
    linkSync(temporary, path);
  } catch (cause) {
    if (errorCode(cause) === 'EEXIST' || existsSync(path)) return false;
    // A file system without hard links.
    renameSync(temporary, path);
    return true;
  }
  removeLeftover(temporary);
  return true;
}

/**
 * Restores a file that a killed process had set aside and put nothing in place of; waits for a process that is just
 * about to.
 *
 * @returns whether a file is there now
 */
export function restoreAside(path: string): boolean {
  for (const startMs = performance.now(); ; sleepMs(1)) {
    const aside = filesSetAside(path);
    if (aside.length === 0 || existsSync(path)) return existsSync(path);
    const isAwaited = aside.some(isBeingReplaced) && performance.now() - startMs < AWAY_MS;
    if (!isAwaited) return putIfFree(aside[0]!, path) || existsSync(path);
  }
}

/**
 * Paths of files that killed processes had set aside, although another one is in their place: what is in them may be
 * nowhere else. The oldest comes first.
 *
 * @param names what is in the folder
 */
export function leftAside(path: string, names: readonly string[]): string[] {
  return filesSetAside(path, names).filter((each) => !isBeingReplaced(each));
}

function filesSetAside(path: string, names: readonly string[] = listIfReadable(dirname(path))): string[] {
  const target = basename(path);
  return names
    .filter((name) => parseAsideName(name)?.target === target)
    .map((name) => join(dirname(path), name))
    .filter(isFile)
    .map((each) => ({ each, atMs: changedMs(each) }))
    .sort((a, b) => a.atMs - b.atMs)
    .map(({ each }) => each);
}

/** What is set aside here is a file: a link of such a name is somebody else's, and may point to a file that must not be read. */
function isFile(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

function listIfReadable(directory: string): string[] {
  try {
    return listDirectory(directory);
  } catch (thrown) {
    if (thrown instanceof TopicmillError) return [];
    throw thrown;
  }
}

function isBeingReplaced(aside: string): boolean {
  return isWriterActive(parseAsideName(basename(aside))?.processId, () => changedMs(aside));
}

/** Not when its content changed, which may be years ago: a rename counts. */
function changedMs(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.ctimeMs ?? 0;
}

function renameIfThere(from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch (cause) {
    if (errorCode(cause) === 'ENOENT') return false;
    throw cause;
  }
}
