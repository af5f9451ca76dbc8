import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Transform } from 'node:stream';
import { promisify } from 'node:util';
import { type BrotliOptions, brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import { Negotiator } from 'negotiator';
import type { OpenFile } from './open-confined.js';

/** How a body is compressed. */
export type ContentCoding = 'br' | 'gzip';

const CODINGS: readonly ContentCoding[] = ['br', 'gzip'];
/** Brotli's levels go up to 11. Compared with 9, this one takes a third of the time and makes a twentieth more bytes. */
const QUALITY = 5;
/** Takes a fifth of the time of `QUALITY`, and makes a sixth more bytes. */
const FAST_QUALITY = 1;
const MAX_CACHED_BYTES = 32 * 1024 * 1024;

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** The coding that a client likes best, the server's order deciding between equals; `undefined` for none. */
export function acceptedCoding(request: IncomingMessage): ContentCoding | undefined {
  if (request.headers['accept-encoding'] === undefined) return undefined;
  const accepted = new Negotiator(request).encodings([...CODINGS, 'identity'], { preferred: [...CODINGS] });
  const [best] = accepted;
  return CODINGS.find((coding) => coding === best);
}

/** Compressed contents, kept by hash up to 32 MiB, the least recently used dropped first. */
export class CompressedContents {
  private readonly kept = new Map<string, Uint8Array>();
  private keptBytes = 0;
  private readonly brotli: BrotliOptions;

  /** @param isHasty whether somebody on a fast connection waits for each content, so that time matters more than bytes */
  constructor(isHasty: boolean) {
    this.brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: isHasty ? FAST_QUALITY : QUALITY } };
  }

  /** A stream that compresses, for what is too large to be kept in memory. */
  stream(coding: ContentCoding): Transform {
    return coding === 'br' ? createBrotliCompress(this.brotli) : createGzip();
  }

  /** @param sha256 of the content */
  async compress(content: Uint8Array, sha256: string, coding: ContentCoding): Promise<Uint8Array> {
    const key = `${sha256}-${coding}`;
    const known = this.kept.get(key);
    this.kept.delete(key);
    const compressed =
      known ?? (await (coding === 'br' ? compressBrotli(content, this.brotli) : compressGzip(content)));
    if (known === undefined) this.keptBytes += compressed.length;
    this.kept.set(key, compressed);
    for (const [oldest, bytes] of this.kept) {
      if (this.keptBytes <= MAX_CACHED_BYTES) break;
      this.kept.delete(oldest);
      this.keptBytes -= bytes.length;
    }
    return compressed;
  }
}

/** Files up to this size are read whole before anything is sent, so that hash and body are of one moment. */
const MAX_BUFFERED_BYTES = 1024 * 1024;
/** A file that was changed more recently may change again within the resolution of its times. */
const SETTLED_MS = 2000;
const MAX_CACHED_HASHES = 1000;

/** What a file contains. */
export interface FileContent {
  readonly sha256: string;
  /** The bytes, unless there are too many to be kept in memory. */
  readonly bytes: Uint8Array | undefined;
}

/** Reads and hashes files; hashes of large ones are kept as long as the file stays as it is. */
export class FileContents {
  private readonly hashes = new Map<string, string>();

  async read(file: OpenFile): Promise<FileContent> {
    if (file.byteLength <= MAX_BUFFERED_BYTES) {
      const bytes = await readBytes(file);
      return { bytes, sha256: createHash('sha256').update(bytes).digest('hex') };
    }
    return { bytes: undefined, sha256: await this.readHash(file) };
  }

  private async readHash(file: OpenFile): Promise<string> {
    const known = this.hashes.get(file.version);
    if (known !== undefined) return known;
    const hash = createHash('sha256');
    for await (const bytes of file.handle.createReadStream({ start: 0, autoClose: false }))
      hash.update(bytes as Buffer);
    const sha256 = hash.digest('hex');
    if (Date.now() - file.modified.getTime() > SETTLED_MS) {
      if (this.hashes.size >= MAX_CACHED_HASHES) this.hashes.clear();
      this.hashes.set(file.version, sha256);
    }
    return sha256;
  }
}

/** The file's bytes up to its size when it was opened; fewer if it has become shorter. */
async function readBytes({ handle, byteLength }: OpenFile): Promise<Uint8Array> {
  const bytes = new Uint8Array(byteLength);
  let filled = 0;
  while (filled < byteLength) {
    const { bytesRead } = await handle.read(bytes, filled, byteLength - filled, filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return bytes.subarray(0, filled);
}
