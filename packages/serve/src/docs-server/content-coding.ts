import type { IncomingMessage } from 'node:http';
import type { Transform } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import { Negotiator } from 'negotiator';

/** How a body is compressed. */
export type ContentCoding = 'br' | 'gzip';

const CODINGS: readonly ContentCoding[] = ['br', 'gzip'];
/** Of 11, for what is kept, since it is compressed once: a twentieth smaller than by 5; above it brotli takes many times as long. */
const KEPT_QUALITY = 9;
/** For what is compressed at each request. */
const STREAM_QUALITY = 5;
const CACHED_BYTES = 32 * 1024 * 1024;

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** The coding that a client likes best, the server's order deciding between equals; `undefined` for none. */
export function acceptedCoding(request: IncomingMessage): ContentCoding | undefined {
  if (request.headers['accept-encoding'] === undefined) return undefined;
  const accepted = new Negotiator(request).encodings([...CODINGS, 'identity'], { preferred: [...CODINGS] });
  const [best] = accepted;
  return CODINGS.find((coding) => coding === best);
}

/** A stream that compresses, for what is too large to be kept in memory. */
export function compressingStream(coding: ContentCoding): Transform {
  return coding === 'br' ? createBrotliCompress(brotliOptions(STREAM_QUALITY)) : createGzip();
}

/** Compressed contents, kept by hash up to 32 MiB, the least recently used dropped first. */
export class CompressedContents {
  private readonly kept = new Map<string, Uint8Array>();
  private keptBytes = 0;

  /** @param sha256 of the content */
  async compress(content: Uint8Array, sha256: string, coding: ContentCoding): Promise<Uint8Array> {
    const key = `${sha256}-${coding}`;
    const known = this.kept.get(key);
    this.kept.delete(key);
    const compressed =
      known ?? (await (coding === 'br' ? compressBrotli(content, brotliOptions(KEPT_QUALITY)) : compressGzip(content)));
    if (known === undefined) this.keptBytes += compressed.length;
    this.kept.set(key, compressed);
    for (const [oldest, bytes] of this.kept) {
      if (this.keptBytes <= CACHED_BYTES) break;
      this.kept.delete(oldest);
      this.keptBytes -= bytes.length;
    }
    return compressed;
  }
}

function brotliOptions(quality: number) {
  return { params: { [constants.BROTLI_PARAM_QUALITY]: quality } };
}
