import { readFileSync, statSync } from 'node:fs';
import { TopicmillError } from '../diagnostics/index.js';
import { refusePipe } from './refuse-link-or-pipe.js';

/** A text file as read: `text` keeps a BOM and every line end, so that offsets are those of the file. */
export interface DocumentFile {
  readonly text: string;
  readonly bytes: Uint8Array;
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Reads a text file as strict UTF-8.
 *
 * @param path file system path to read
 * @param displayPath path that errors name
 * @throws TopicmillError `FILE_UNREADABLE`, `NOT_UTF8` (with the line of the first bad byte), `NOT_TEXT` (with the line of the first NUL)
 */
export function readDocument(path: string, displayPath: string = path): DocumentFile {
  return decodeDocument(readBytes(path, displayPath), displayPath);
}

/** The document, or `undefined` when there is no such file. Other faults throw as `readDocument` does. */
export function readDocumentIfExists(path: string, displayPath: string = path): DocumentFile | undefined {
  const bytes = readBytesIfExists(path, displayPath);
  return bytes === undefined ? undefined : decodeDocument(bytes, displayPath);
}

/**
 * The document that a file's bytes are.
 *
 * @throws TopicmillError `NOT_UTF8`, `NOT_TEXT`
 */
export function decodeDocument(bytes: Uint8Array, displayPath: string): DocumentFile {
  const nul = bytes.indexOf(0);
  if (nul !== -1) {
    throw new TopicmillError('NOT_TEXT', 'The file contains a NUL byte.', {
      file: displayPath,
      line: lineOfByte(bytes, nul),
      remedy: 'Replace it with a UTF-8 text file.',
    });
  }
  return { text: decode(bytes, displayPath), bytes };
}

/**
 * Reads a file's bytes; those of a pipe, too, since people name one on a command line.
 *
 * @throws TopicmillError `FILE_UNREADABLE`
 */
export function readBytes(path: string, displayPath: string = path): Uint8Array {
  try {
    return readFileSync(path);
  } catch (cause) {
    throw unreadable(displayPath, 'Check that it exists and that you may read it.', cause);
  }
}

/** The file's bytes, or `undefined` when there is no such file. Other faults throw `FILE_UNREADABLE`. */
export function readBytesIfExists(path: string, displayPath: string = path): Uint8Array | undefined {
  try {
    // A look first: making and catching an error costs ten times as much, and most missing files are new.
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return undefined;
    refusePipe(stats, displayPath);
    return readFileSync(path);
  } catch (cause) {
    if (cause instanceof TopicmillError) throw cause;
    if (errorCode(cause) === 'ENOENT' || errorCode(cause) === 'ENOTDIR') return undefined;
    throw unreadable(displayPath, 'Check that you may read it.', cause);
  }
}

/** A `FILE_UNREADABLE` error for a failed file operation. */
export function unreadable(displayPath: string, remedy: string, cause: unknown): TopicmillError {
  const isFolder = errorCode(cause) === 'EISDIR';
  const message = isFolder ? 'This is a folder; give a file.' : `The file cannot be read (${errorCode(cause)}).`;
  return new TopicmillError('FILE_UNREADABLE', message, {
    file: displayPath,
    remedy: isFolder ? 'Name a file; if a file belongs here, move the folder.' : remedy,
    cause,
  });
}

/**
 * The file as strict UTF-8 text, or `undefined` when there is no such file.
 *
 * @throws TopicmillError `FILE_UNREADABLE`, `NOT_UTF8`
 */
export function readTextIfExists(path: string, displayPath: string = path): string | undefined {
  const bytes = readBytesIfExists(path, displayPath);
  return bytes === undefined ? undefined : decode(bytes, displayPath);
}

/** The system's code of a failed file operation (`ENOENT`, …), or `unknown`. */
export function errorCode(thrown: unknown): string {
  return thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : 'unknown';
}

function decode(bytes: Uint8Array, displayPath: string): string {
  try {
    return strictUtf8.decode(bytes);
  } catch (cause) {
    throw new TopicmillError('NOT_UTF8', 'The file is not valid UTF-8.', {
      file: displayPath,
      line: lineOfByte(bytes, firstInvalidByte(bytes)),
      remedy: 'Save it as UTF-8.',
      cause,
    });
  }
}

function firstInvalidByte(bytes: Uint8Array): number {
  let valid = 0;
  let invalid = bytes.length;
  while (valid < invalid) {
    const middle = (valid + invalid + 1) >> 1;
    if (isValidPrefix(bytes.subarray(0, middle))) valid = middle;
    else invalid = middle - 1;
  }
  return valid;
}

function isValidPrefix(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** 1-based line of a byte; LF, CRLF and a lone CR end lines. */
function lineOfByte(bytes: Uint8Array, offset: number): number {
  let line = 1;
  for (let at = 0; at < offset; at++) if (bytes[at] === 10 || (bytes[at] === 13 && bytes[at + 1] !== 10)) line++;
  return line;
}
