import { createHash } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmdirSync,
  rmSync,
  type Stats,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { TopicmillError } from '../diagnostics/index.js';
import { listDirectory } from './list-folder.js';
import { attemptFileOperation, errorCode, isPipe, readBytesIfExists } from './read-document.js';
import { isBeingWritten, parseTemporaryName, removeLeftover, temporaryPath } from './temporary-file.js';

const BUFFER_BYTES = 1 << 20;

/** What was written. */
interface WrittenPieces {
  /** False when the file has these bytes already. */
  readonly isWritten: boolean;
  readonly byteCount: number;
}

/**
 * Writes a file that is too large to be held in memory: atomically, and only if it differs from the existing one. Its
 * folder is made. When the pieces throw, nothing is left behind and what was there stays.
 *
 * @param pieces text in order; a surrogate pair is never split over two
 * @throws TopicmillError `FILE_UNWRITABLE`
 */
export function writePieces(path: string, pieces: Iterable<string>, displayPath: string = path): WrittenPieces {
  const temporary = temporaryPath(path);
  const refusal = (cause: unknown) => unwritable(displayPath, cause);
  try {
    const { byteCount, digest } = writeTemporary(temporary, pieces, refusal);
    const isWritten = fileDigest(path) !== digest;
    if (isWritten) attemptFileOperation(() => renameSync(temporary, path), refusal);
    return { isWritten, byteCount };
  } finally {
    removeLeftover(temporary);
  }
}

function writeTemporary(
  temporary: string,
  pieces: Iterable<string>,
  refusal: (cause: unknown) => Error,
): { byteCount: number; digest: string } {
  attemptFileOperation(() => mkdirSync(dirname(temporary), { recursive: true }), refusal);
  const file = attemptFileOperation(() => openSync(temporary, 'wx'), refusal);
  const hash = createHash('sha256');
  let byteCount = 0;
  try {
    let waiting = '';
    const flush = (): void => {
      const bytes = Buffer.from(waiting, 'utf8');
      waiting = '';
      hash.update(bytes);
      byteCount += bytes.length;
      for (let at = 0; at < bytes.length; ) at += attemptFileOperation(() => writeSync(file, bytes, at), refusal);
    };
    for (const piece of pieces) {
      waiting += piece;
      if (waiting.length >= BUFFER_BYTES) flush();
    }
    flush();
  } finally {
    closeSync(file);
  }
  return { byteCount, digest: hash.digest('hex') };
}

/** `undefined` when there is no such file. */
function fileDigest(path: string): string | undefined {
  let file: number;
  try {
    if (!lstatSync(path).isFile()) return undefined;
    file = openSync(path, 'r');
  } catch {
    return undefined;
  }
  try {
    const hash = createHash('sha256');
    const buffer = Buffer.alloc(BUFFER_BYTES);
    for (let count = readSync(file, buffer); count > 0; count = readSync(file, buffer)) {
      hash.update(buffer.subarray(0, count));
    }
    return hash.digest('hex');
  } catch {
    return undefined;
  } finally {
    closeSync(file);
  }
}

const MAX_ATTEMPTS = 20;

/**
 * Writes a file atomically (temporary file, then rename), unless it has these bytes already. A link, a pipe, a device or
 * an empty folder in its place is replaced.
 * Not synced to the disk: whatever is written here can be made again, and a killed process leaves the old file or the new one.
 *
 * @returns whether the file was written
 * @throws TopicmillError `FILE_UNWRITABLE`
 */
export function writeFileIfChanged(path: string, content: string | Uint8Array, displayPath: string = path): boolean {
  const bytes =
    typeof content === 'string'
      ? Buffer.from(content, 'utf8')
      : Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  if (!isLinkPipeOrEmptyFolder(path)) {
    const present = readBytesIfExists(path, displayPath);
    if (present !== undefined && bytes.equals(present)) return false;
  }
  return replaceFile(path, bytes, displayPath);
}

/** What a file can be written in place of, and is not read. An empty folder is removed. */
function isLinkPipeOrEmptyFolder(path: string): boolean {
  const stats = lstatIfThere(path);
  return (
    stats?.isSymbolicLink() === true ||
    (stats !== undefined && isPipe(stats)) ||
    (stats?.isDirectory() === true && removeEmptyFolder(path))
  );
}

function lstatIfThere(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** Removes a folder that is empty. Returns whether it was, and is gone. */
export function removeEmptyFolder(path: string): boolean {
  try {
    rmdirSync(path);
    return true;
  } catch {
    return false;
  }
}

/**
 * Replaces a file atomically, or creates it with its folder.
 *
 * @param moveIntoPlace puts a temporary file in its place, and leaves none; if it returns `false`, nothing was changed
 * @param mode permissions of the file from the beginning; without it those that the system gives a new one
 * @returns what `put` returned
 * @throws TopicmillError `FILE_UNWRITABLE`
 */
export function replaceFile(
  path: string,
  bytes: Uint8Array,
  displayPath: string,
  moveIntoPlace: (temporary: string) => boolean = (temporary) => rename(temporary, path),
  mode?: number,
): boolean {
  for (let attempt = 1; ; attempt++) {
    const temporary = temporaryPath(path);
    try {
      writeFileSync(temporary, bytes, { flag: 'wx', ...(mode === undefined ? {} : { mode }) });
      if (mode !== undefined) setFileMode(temporary, mode);
      const isPut = moveIntoPlace(temporary);
      if (!isPut) rmSync(temporary, { force: true });
      return isPut;
    } catch (cause) {
      // In a folder that does not exist nothing is left: a look takes less than a removal that fails.
      if (existsSync(temporary)) removeLeftover(temporary);
      // The folder does not exist yet, or another process removed it because it was empty.
      if (errorCode(cause) !== 'ENOENT' || attempt === MAX_ATTEMPTS) throw unwritable(displayPath, cause);
      makeDirectory(dirname(path), displayPath);
    }
  }
}

/** Gives a new file the bits, too, that the system's mask withholds; some file systems have none to give. */
function setFileMode(path: string, mode: number): void {
  try {
    chmodSync(path, mode);
  } catch {}
}

function rename(from: string, to: string): true {
  renameSync(from, to);
  return true;
}

function makeDirectory(directory: string, displayPath: string): void {
  attemptFileOperation(
    () => mkdirSync(directory, { recursive: true }),
    (cause) => unwritable(displayPath, cause),
  );
}

/** The error of a file that cannot be written. */
function unwritable(displayPath: string, cause: unknown): TopicmillError {
  const code = errorCode(cause);
  return new TopicmillError('FILE_UNWRITABLE', `The file cannot be written (${code}).`, {
    file: displayPath,
    remedy:
      code === 'ENAMETOOLONG'
        ? 'Shorten the name of the page or folder that it is made of to 200 bytes, or the path to it.'
        : 'Check that you may write to the folder and that the disk is not full.',
    cause,
  });
}

/**
 * Removes a file, or an empty folder of its name, if it is there. Returns whether it was.
 *
 * @throws TopicmillError `FILE_UNWRITABLE`
 */
export function removeFile(path: string, displayPath: string = path): boolean {
  try {
    rmSync(path);
    return true;
  } catch (cause) {
    if (errorCode(cause) === 'ENOENT' || errorCode(cause) === 'ENOTDIR') return false;
    if (removeEmptyFolder(path)) return true;
    throw new TopicmillError('FILE_UNWRITABLE', `The file cannot be removed (${errorCode(cause)}).`, {
      file: displayPath,
      remedy: 'Check that you may write to its folder.',
      cause,
    });
  }
}

/**
 * Removes a folder with all that it contains, if it is there.
 *
 * @throws TopicmillError `FILE_UNWRITABLE`
 */
export function removeFolder(path: string, displayPath: string = path): void {
  try {
    rmSync(path, { recursive: true, force: true, maxRetries: 3 });
  } catch (cause) {
    throw new TopicmillError('FILE_UNWRITABLE', `The folder cannot be removed (${errorCode(cause)}).`, {
      file: displayPath,
      remedy: 'Check that you may write to its folder.',
      cause,
    });
  }
}

/**
 * Removes the temporary files that killed processes left in `directory` for files whose names `isOwned` accepts. Files
 * of processes that are still running stay.
 *
 * @param names what is in the folder; without it, the folder is listed
 * @param displayDirectory the folder as errors show it
 * @returns names of the files removed, sorted by code unit
 * @throws TopicmillError `FILE_UNREADABLE`, `FILE_UNWRITABLE`
 */
export function sweepTemporaryFiles(
  directory: string,
  isOwned: (name: string) => boolean,
  names: readonly string[] | undefined = undefined,
  displayDirectory: string = directory,
): string[] {
  return (names ?? listDirectory(directory, displayDirectory)).filter((name) => {
    const temporary = parseTemporaryName(name);
    if (temporary === undefined || !isOwned(temporary.target)) return false;
    const path = join(directory, name);
    return !isBeingWritten(path, temporary) && removeFile(path, join(displayDirectory, name));
  });
}
