import { hash } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { brotliCompressSync, brotliDecompressSync, constants as zlibConstants } from 'node:zlib';
import { errorCode } from './read-document.js';

const SEAL_START = ',"sha256":"';
const SEAL_END = '"}\n';
const SHA256_DIGITS = 64;
const SEAL_LENGTH = SEAL_START.length + SHA256_DIGITS + SEAL_END.length;

/** What is wrong with a file that is not the one that was written. */
interface DamagedFile {
  readonly status: 'damaged' | 'unreadable';
  /** One sentence for people. */
  readonly detail: string;
}

/** A sealed file as read, with its hash as `readSeal` gives it. */
type SealedFile =
  | { readonly status: 'sound'; readonly content: unknown; readonly seal: string }
  | { readonly status: 'absent' }
  | DamagedFile;

/**
 * JSON on one line whose last key is the SHA-256 of all bytes before that key, so that a reader recognizes every change.
 *
 * @param content an object with at least one key, but no key `sha256`
 * @returns the bytes of the file
 */
export function sealJson(content: object): Buffer {
  const json = JSON.stringify(content);
  // The end takes the place of the last brace.
  const sealed = Buffer.allocUnsafe(Buffer.byteLength(json) - 1 + SEAL_LENGTH);
  const bodyLength = sealed.write(json, 'utf8') - 1;
  const hash = sha256Hex(sealed.subarray(0, bodyLength));
  sealed.write(`${SEAL_START}${hash}${SEAL_END}`, bodyLength, 'latin1');
  return sealed;
}

/** First byte of JSON that is compressed; plain JSON never begins with it. */
const COMPRESSION_MARKER = Buffer.of(0);
/** A seventh of the bytes of a state, in 1 ms for 70 kB. Lower qualities leave a tenth more, higher ones take twice as long. */
const QUALITY = 5;
/** A quarter more bytes of a state in less than half the time; a quarter of a record of builds, in 6 ms a megabyte. */
const QUICK_QUALITY = 1;

/**
 * The same compressed, for content that is long.
 *
 * @param isQuick whether the file is soon replaced or long, so that the time counts for more
 */
export function sealCompressedJson(content: object, isQuick = false): Buffer {
  return sealCompressed(COMPRESSION_MARKER, JSON.stringify(content), isQuick ? QUICK_QUALITY : QUALITY);
}

/** First byte of a text that is not JSON. */
const TEXT = Buffer.of(1);

/** A text, compressed with the same seal, for content that is long and parsed in parts. */
export function sealText(text: string): Buffer {
  return sealCompressed(TEXT, text, QUICK_QUALITY);
}

function sealCompressed(mark: Buffer, text: string, quality: number): Buffer {
  const bytes = Buffer.from(text, 'utf8');
  const params = {
    [zlibConstants.BROTLI_PARAM_QUALITY]: quality,
    [zlibConstants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  const body = Buffer.concat([mark, brotliCompressSync(bytes, { params })]);
  return Buffer.concat([body, Buffer.from(`${SEAL_START}${sha256Hex(body)}${SEAL_END}`, 'latin1')]);
}

/**
 * The content of a sealed file, a string if `sealText` made it, or `undefined` if the bytes are not exactly what `sealJson`,
 * `sealCompressedJson` or `sealText` returned.
 */
export function unseal(bytes: Uint8Array): unknown {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const bodyLength = buffer.length - SEAL_LENGTH;
  if (bodyLength <= 0) return undefined;
  const body = buffer.subarray(0, bodyLength);
  if (buffer.toString('latin1', bodyLength) !== `${SEAL_START}${sha256Hex(body)}${SEAL_END}`) return undefined;
  if (body[0] === COMPRESSION_MARKER[0]) return JSON.parse(brotliDecompressSync(body.subarray(1)).toString('utf8'));
  if (body[0] === TEXT[0]) return brotliDecompressSync(body.subarray(1)).toString('utf8');
  const { sha256: _, ...content } = JSON.parse(buffer.toString('utf8')) as Record<string, unknown>;
  return content;
}

/** Reads a file of a cache that was written with `sealJson`. Nothing is thrown. */
export function readSealedFile(path: string): SealedFile {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return { status: 'absent' };
    if (!stats.isFile()) return { status: 'damaged', detail: 'It is not a file.' };
    const bytes = readFileSync(path);
    const content = unseal(bytes);
    if (content === undefined) return { status: 'damaged', detail: 'Its content is not what was written.' };
    return { status: 'sound', content, seal: computeSeal(bytes) };
  } catch (thrown) {
    const code = errorCode(thrown);
    if (code === 'ENOENT' || code === 'ENOTDIR') return { status: 'absent' };
    if (code === 'ELOOP') return { status: 'damaged', detail: 'It is a link that leads nowhere.' };
    return { status: 'unreadable', detail: `It cannot be read (${code}).` };
  }
}

/** Who opens a named pipe to read waits for somebody to write, otherwise. */
const NON_BLOCKING_READ = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/**
 * The hash at the end of a sealed file. It identifies the content that was written, and does not prove that the file
 * still has it: that takes reading the whole file.
 *
 * @returns 64 hex digits; `''` if there is no such file, or it does not end like a sealed one
 */
export function readSeal(path: string): string {
  let file: number;
  try {
    file = openSync(path, NON_BLOCKING_READ);
  } catch {
    return '';
  }
  try {
    const end = Buffer.alloc(SEAL_LENGTH);
    readSync(file, end, 0, SEAL_LENGTH, Math.max(0, fstatSync(file).size - SEAL_LENGTH));
    return computeSeal(end);
  } catch {
    return '';
  } finally {
    closeSync(file);
  }
}

/** The same of the bytes of a sealed file. */
export function computeSeal(bytes: Buffer): string {
  const end = bytes.toString('latin1', Math.max(0, bytes.length - SEAL_LENGTH));
  return /^,"sha256":"([0-9a-f]{64})"\}\n$/.exec(end)?.[1] ?? '';
}

/** SHA-256 as 64 lower-case hex digits; a string is hashed as its UTF-8 bytes. */
export function sha256Hex(content: string | Uint8Array): string {
  return hash('sha256', content);
}
