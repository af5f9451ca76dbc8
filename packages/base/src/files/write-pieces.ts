import { createHash } from 'node:crypto';
import { closeSync, lstatSync, mkdirSync, openSync, readSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { attempt } from './attempt.js';
import { removeLeftover, temporaryPath } from './temporary-file.js';
import { unwritable } from './write-file.js';

const BUFFER_BYTES = 1 << 20;

/** What was written. */
export interface WrittenPieces {
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
    const isWritten = digestOf(path) !== digest;
    if (isWritten) attempt(() => renameSync(temporary, path), refusal);
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
  attempt(() => mkdirSync(dirname(temporary), { recursive: true }), refusal);
  const file = attempt(() => openSync(temporary, 'wx'), refusal);
  const hash = createHash('sha256');
  let byteCount = 0;
  try {
    let waiting = '';
    const flush = (): void => {
      const bytes = Buffer.from(waiting, 'utf8');
      waiting = '';
      hash.update(bytes);
      byteCount += bytes.length;
      for (let at = 0; at < bytes.length; ) at += attempt(() => writeSync(file, bytes, at), refusal);
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
function digestOf(path: string): string | undefined {
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
