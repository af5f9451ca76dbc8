import { closeSync, lstatSync, openSync, readFileSync, readSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import { TopicmillError } from '../diagnostics/index.js';
import { sleepMs } from './sleep.js';

const BUFFER_BYTES = 1 << 20;
const REMEDY = 'Check that it exists and that you may read it.';
/** A file that was written to more recently may still be in the middle of being saved. */
export const RECENT_WRITE_MS = 20;
/** An editor empties a file before it writes it, and may be interrupted in between. */
const SAVING_EMPTY_MS = 1000;

/**
 * Lines of a file that may be too large to be held in memory, without the line feeds between them; other signs that end
 * lines stay in them. A line feed at the end begins no further line.
 *
 * @throws TopicmillError `FILE_UNREADABLE`, `NOT_UTF8` (with the line, or one shortly before it)
 */
export function* readLines(path: string, displayPath: string = path): Generator<string> {
  let line = 1;
  let rest = '';
  for (const text of decoded(path, displayPath, () => line)) {
    const lines = (rest + text).split('\n');
    rest = lines.pop()!;
    for (const each of lines) {
      yield each;
      line += 1;
    }
  }
  if (rest !== '') yield rest;
}

/**
 * As `readLines`, of what comes piece by piece, without the carriage return of a line end either. What is not UTF-8 becomes
 * U+FFFD. `node:readline` ends lines at U+2028 and U+2029 too from Node 24 on, which JSON has inside of strings.
 */
export async function* linesOfStream(input: AsyncIterable<Uint8Array | string>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let parts: string[] = [];
  const line = (): string => parts.join('').replace(/\r$/, '');
  for await (const piece of input) {
    const [first, ...others] = (typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true })).split(
      '\n',
    );
    parts.push(first!);
    for (const other of others) {
      yield line();
      parts = [other];
    }
  }
  parts.push(decoder.decode());
  if (parts.some((part) => part !== '')) yield line();
}

function* decoded(path: string, displayPath: string, lineOf: () => number): Generator<string> {
  const refusal = (cause: unknown) => unreadable(displayPath, REMEDY, cause);
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const file = attemptFileOperation(() => openSync(path, 'r'), refusal);
  try {
    const buffer = Buffer.alloc(BUFFER_BYTES);
    for (let isEnd = false; !isEnd; ) {
      const count = attemptFileOperation(() => readSync(file, buffer), refusal);
      isEnd = count === 0;
      let text: string;
      try {
        text = decoder.decode(buffer.subarray(0, count), { stream: !isEnd });
      } catch (cause) {
        throw new TopicmillError('NOT_UTF8', 'The file is not valid UTF-8.', {
          file: displayPath,
          line: lineOf(),
          remedy: 'Save it as UTF-8.',
          cause,
        });
      }
      yield text;
    }
  } finally {
    closeSync(file);
  }
}

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
    return readWritten(path);
  } catch (cause) {
    throw unreadable(displayPath, REMEDY, cause);
  }
}

/** The file's bytes, or `undefined` when there is no such file. Other faults throw `FILE_UNREADABLE`. */
export function readBytesIfExists(path: string, displayPath: string = path): Uint8Array | undefined {
  try {
    // A look first: making and catching an error costs ten times as much, and most missing files are new.
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return undefined;
    refusePipe(stats, displayPath);
    return readWritten(path);
  } catch (cause) {
    if (cause instanceof TopicmillError) throw cause;
    if (errorCode(cause) === 'ENOENT' || errorCode(cause) === 'ENOTDIR') return undefined;
    throw unreadable(displayPath, 'Check that you may read it.', cause);
  }
}

/** A file's bytes; one that has just been emptied is waited for, since editors empty a file before they write it. */
function readWritten(path: string): Uint8Array {
  for (;;) {
    const bytes = readFileSync(path);
    if (bytes.length > 0 || !isBeingSaved(statSync(path))) return bytes;
    sleepMs(RECENT_WRITE_MS);
  }
}

/** Whether somebody writes to the file, as far as its time of change says. */
export function isBeingSaved(stats: Pick<Stats, 'size' | 'mtimeMs' | 'isFile'>): boolean {
  // The clock has whole milliseconds, so that a file may seem to be of the future.
  const ageMs = Math.abs(Date.now() - stats.mtimeMs);
  return stats.isFile() && ageMs < (stats.size === 0 ? SAVING_EMPTY_MS : RECENT_WRITE_MS);
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

/**
 * Refuses a symbolic link, wherever it leads, and a named pipe, a socket or a device, which would be read forever; whether
 * there is a file at all does not matter.
 *
 * @returns whether there may be something: not where the system says that nothing is there
 * @throws TopicmillError `LINK_NOT_FOLLOWED`, `FILE_UNREADABLE` for a pipe, socket or device
 */
export function refuseLinkOrPipe(path: string, displayPath: string = path): boolean {
  const stats = statsOf(path);
  if (stats === 'unknown') return true;
  refuseByStats(stats, displayPath);
  return stats !== undefined;
}

/**
 * The same for every folder on the way from a root, which may be a link itself, to a path below it, and for what is there.
 *
 * @param path below `root` with `/`; `''` and `.` are the root
 */
export function refuseLinksBelow(root: string, path: string): void {
  const names = path === '.' ? [] : path.split('/');
  for (const at of names.keys()) {
    const shown = names.slice(0, at + 1).join('/');
    if (shown !== '') refuseLinkOrPipe(join(root, shown), shown);
  }
}

/** The same by what `lstat` says about the path. */
export function refuseByStats(stats: Stats | undefined, displayPath: string): void {
  if (stats?.isSymbolicLink() === true) throw linkNotFollowed(displayPath);
  if (stats !== undefined) refusePipe(stats, displayPath);
}

/**
 * Refuses what is neither file nor folder: whoever opens a pipe waits for somebody to write, and some devices never end.
 *
 * @param stats of the file itself, not of a link
 * @throws TopicmillError `FILE_UNREADABLE`
 */
export function refusePipe(stats: Stats, displayPath: string): void {
  if (isPipe(stats)) throw pipeInPlace(stats.isFIFO() ? 'a named pipe' : 'a socket or a device', displayPath);
}

/** Whether it is a named pipe, a socket or a device. */
export function isPipe(stats: Stats): boolean {
  return !stats.isFile() && !stats.isDirectory() && !stats.isSymbolicLink();
}

function statsOf(path: string): Stats | undefined | 'unknown' {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return 'unknown';
  }
}

/** An error `LINK_NOT_FOLLOWED` for a file or folder. */
function linkNotFollowed(displayPath: string): TopicmillError {
  return new TopicmillError('LINK_NOT_FOLLOWED', 'This is a symbolic link, which Topicmill does not follow.', {
    file: displayPath,
    remedy: 'Replace it with the file or folder itself, or configure its target.',
  });
}

function pipeInPlace(kind: string, displayPath: string): TopicmillError {
  return new TopicmillError('FILE_UNREADABLE', `This is ${kind}, and a file is needed.`, {
    file: displayPath,
    remedy: 'Remove it, or put a file in its place.',
  });
}

/**
 * What a call of the file system returns.
 *
 * @param refusal error to throw instead of what the call throws
 */
export function attemptFileOperation<T>(work: () => T, refusal: (cause: unknown) => Error): T {
  try {
    return work();
  } catch (cause) {
    throw refusal(cause);
  }
}
