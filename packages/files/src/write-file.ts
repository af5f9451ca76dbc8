import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { TopicmillError } from '@topicmill/diagnostics';
import { sync as writeFileAtomicSync } from 'write-file-atomic';
import { errorCode, readBytesIfExists } from './read-document.js';

const MAX_ATTEMPTS = 10;

/**
 * Writes a file atomically (temporary file, then rename), unless it holds these bytes already.
 * Not synced to the disk: whatever is written here can be made again, and a killed process leaves the old file or the new one.
 *
 * @returns whether the file was written
 * @throws TopicmillError `FILE_UNWRITABLE`
 */
export function writeFileIfChanged(path: string, content: string | Uint8Array, shownPath: string = path): boolean {
  const bytes =
    typeof content === 'string'
      ? Buffer.from(content, 'utf8')
      : Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const present = readBytesIfExists(path, shownPath);
  if (present !== undefined && bytes.equals(present)) return false;
  if (present === undefined) makeDirectory(dirname(path), shownPath);
  for (let attempt = 1; ; attempt++) {
    try {
      writeFileAtomicSync(path, bytes, { fsync: false });
      return true;
    } catch (cause) {
      // Another process may have swept the temporary file between its write and its rename.
      if (errorCode(cause) !== 'ENOENT' || attempt === MAX_ATTEMPTS) throw unwritable(shownPath, cause);
    }
  }
}

function makeDirectory(directory: string, shownPath: string): void {
  try {
    mkdirSync(directory, { recursive: true });
  } catch (cause) {
    throw unwritable(shownPath, cause);
  }
}

function unwritable(shownPath: string, cause: unknown): TopicmillError {
  return new TopicmillError('FILE_UNWRITABLE', `The file cannot be written (${errorCode(cause)}).`, {
    file: shownPath,
    remedy: 'Check that you may write to the folder and that the disk is not full.',
    cause,
  });
}

/**
 * Removes a file if it is there. Returns whether it was.
 *
 * @throws TopicmillError `FILE_UNWRITABLE`
 */
export function removeFile(path: string): boolean {
  try {
    rmSync(path);
    return true;
  } catch (cause) {
    if (errorCode(cause) === 'ENOENT' || errorCode(cause) === 'ENOTDIR') return false;
    throw new TopicmillError('FILE_UNWRITABLE', `The file cannot be removed (${errorCode(cause)}).`, {
      file: path,
      remedy: 'Check that you may write to its folder.',
      cause,
    });
  }
}

/**
 * Removes the temporary files that a killed writer left in `directory` for the files whose name `isOwned` accepts
 * (write-file-atomic names them `<name>.<digits>`). A writer that is still alive makes its file again.
 *
 * @returns names of the files removed, sorted by code unit
 */
export function sweepTemporaryFiles(directory: string, isOwned: (name: string) => boolean): string[] {
  const swept: string[] = [];
  for (const entry of listDirectory(directory)) {
    const owner = /^(.+)\.\d{4,}$/.exec(entry)?.[1];
    if (owner !== undefined && isOwned(owner) && removeFile(join(directory, entry))) swept.push(entry);
  }
  return swept;
}

/**
 * Names in a folder, sorted by code unit; none when there is no such folder.
 *
 * @throws TopicmillError `FILE_UNREADABLE`
 */
export function listDirectory(directory: string): string[] {
  try {
    return readdirSync(directory).sort(compareCodeUnits);
  } catch (cause) {
    if (errorCode(cause) === 'ENOENT') return [];
    throw new TopicmillError('FILE_UNREADABLE', `The folder cannot be read (${errorCode(cause)}).`, {
      file: directory,
      remedy: 'Check that you may read it.',
      cause,
    });
  }
}

function compareCodeUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
