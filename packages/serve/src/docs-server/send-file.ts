import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type ByteSpan, parseByteRanges } from './byte-ranges.js';
import { acceptedCoding, type CompressedContents, type ContentCoding, compressingStream } from './content-coding.js';
import { canHoldScripts, contentType, isCompressible } from './content-type.js';
import type { FileContent, FileContents } from './file-content.js';
import type { OpenFile } from './open-confined.js';
import { checkPreconditions, isRangeWanted, type Validators } from './preconditions.js';

/** Below this, compression saves less than its headers cost. */
const MIN_COMPRESSED_BYTES = 512;
/** Files of a search index: named by their content. Their `.bin` are terms and vectors, which get smaller by compression. */
const IMMUTABLE_NAME = /^[0-9a-f]{16}\.(?:bin|json)$/;
/** A document of the docs runs no script. It keeps its origin, so that its pictures are not those of a foreign page. */
const DOCUMENT_POLICY =
  "default-src 'none'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; sandbox allow-same-origin";

/** What answers about files share. */
export interface FileStores {
  readonly contents: FileContents;
  readonly compressed: CompressedContents;
}

/** A request and its response. */
interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** An open file; the name determines its content type. */
interface NamedFile {
  readonly file: OpenFile;
  readonly name: string;
}

/** A file that a request is answered with. */
interface SentFile {
  readonly file: OpenFile;
  readonly content: FileContent;
  readonly type: string;
  readonly isCompressible: boolean;
}

/**
 * Answers a GET or HEAD with a file: the whole, compressed where the client takes it; parts of it, never compressed; or
 * only that nothing has changed. The handle stays open.
 *
 * @param extra headers of a 200 and 206
 */
export async function sendFile(
  { request, response }: Exchange,
  { file, name }: NamedFile,
  { contents, compressed }: FileStores,
  extra: OutgoingHttpHeaders = {},
): Promise<void> {
  const type = contentType(name);
  const isIndexFile = IMMUTABLE_NAME.test(name);
  const sent: SentFile = {
    file,
    content: await contents.read(file),
    type,
    isCompressible: isIndexFile || isCompressible(type),
  };
  const coding = chosenCoding(request, sent);
  const validators = validatorsOf(sent, coding);
  const common: OutgoingHttpHeaders = {
    etag: validators.etag,
    'last-modified': validators.lastModified,
    'cache-control': isIndexFile ? 'public, max-age=31536000, immutable' : 'no-cache',
    ...(sent.isCompressible ? { vary: 'accept-encoding' } : {}),
  };
  const status = checkPreconditions(request.headers, validators);
  if (status !== 200) {
    response.writeHead(status, common).end();
    return;
  }
  const headers: OutgoingHttpHeaders = {
    'content-type': sent.type,
    'accept-ranges': 'bytes',
    ...(canHoldScripts(sent.type) ? { 'content-security-policy': DOCUMENT_POLICY } : {}),
    ...common,
    ...extra,
  };
  const spans = request.method === 'GET' ? wantedSpans(request, sent, validators) : undefined;
  if (spans !== undefined) await sendParts(response, sent, spans, headers);
  else if (coding !== undefined) await sendCompressed({ request, response }, sent, { coding, headers }, compressed);
  else await sendWhole(request, response, sent, headers);
}

/** Ranges and `If-Match` are about the file as it is; only what asks for neither is compressed. */
function chosenCoding(
  request: IncomingMessage,
  { content, file, isCompressible: isWorth }: SentFile,
): ContentCoding | undefined {
  const isAboutBytes = ['range', 'if-match', 'if-range'].some((field) => request.headers[field] !== undefined);
  const byteLength = content.bytes?.length ?? file.byteLength;
  if (isAboutBytes || !isWorth || byteLength < MIN_COMPRESSED_BYTES) return undefined;
  return acceptedCoding(request);
}

function validatorsOf({ content, file }: SentFile, coding: ContentCoding | undefined): Validators {
  const suffix = coding === undefined ? '' : `-${coding}`;
  return { etag: `"${content.sha256.slice(0, 32)}${suffix}"`, lastModified: file.modified.toUTCString() };
}

function wantedSpans(
  { headers }: IncomingMessage,
  { content, file }: SentFile,
  validators: Validators,
): readonly ByteSpan[] | undefined {
  if (headers.range === undefined || !isRangeWanted(headers, validators)) return undefined;
  return parseByteRanges(headers.range, content.bytes?.length ?? file.byteLength);
}

async function sendWhole(
  { method }: IncomingMessage,
  response: ServerResponse,
  sent: SentFile,
  headers: OutgoingHttpHeaders,
): Promise<void> {
  const end = lengthOf(sent);
  response.writeHead(200, { ...headers, 'content-length': end });
  if (method === 'HEAD') response.end();
  else await pipeline(Readable.from(spanBytes(sent, { start: 0, end })), response);
}

async function sendCompressed(
  { request: { method }, response }: Exchange,
  sent: SentFile,
  { coding, headers }: { readonly coding: ContentCoding; readonly headers: OutgoingHttpHeaders },
  compressed: CompressedContents,
): Promise<void> {
  const { bytes, sha256 } = sent.content;
  const codedHeaders = { ...headers, 'content-encoding': coding };
  if (bytes !== undefined) {
    const body = await compressed.compress(bytes, sha256, coding);
    response.writeHead(200, { ...codedHeaders, 'content-length': body.length });
    response.end(method === 'HEAD' ? undefined : body);
    return;
  }
  response.writeHead(200, codedHeaders);
  if (method === 'HEAD') response.end();
  else {
    const whole = spanBytes(sent, { start: 0, end: lengthOf(sent) });
    await pipeline(Readable.from(whole), compressingStream(coding), response);
  }
}

async function sendParts(
  response: ServerResponse,
  sent: SentFile,
  spans: readonly ByteSpan[],
  headers: OutgoingHttpHeaders,
): Promise<void> {
  const total = lengthOf(sent);
  const [first] = spans;
  if (first === undefined) {
    response
      .writeHead(416, { 'content-range': `bytes */${total}`, 'accept-ranges': 'bytes', 'content-length': 0 })
      .end();
    return;
  }
  if (spans.length === 1) {
    response.writeHead(206, {
      ...headers,
      'content-range': contentRange(first, total),
      'content-length': first.end - first.start,
    });
    await pipeline(Readable.from(spanBytes(sent, first)), response);
    return;
  }
  const boundary = `topicmill-${sent.content.sha256}`;
  const heads = spans.map((span, at) =>
    Buffer.from(
      `${at === 0 ? '' : '\r\n'}--${boundary}\r\ncontent-type: ${sent.type}\r\ncontent-range: ${contentRange(span, total)}\r\n\r\n`,
    ),
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  const byteLength = spans.reduce((sum, { start, end }, at) => sum + end - start + heads[at]!.length, tail.length);
  response.writeHead(206, {
    ...headers,
    'content-type': `multipart/byteranges; boundary=${boundary}`,
    'content-length': byteLength,
  });
  async function* body() {
    for (const [at, span] of spans.entries()) {
      yield heads[at]!;
      yield* spanBytes(sent, span);
    }
    yield tail;
  }
  await pipeline(Readable.from(body()), response);
}

async function* spanBytes({ content, file }: SentFile, { start, end }: ByteSpan): AsyncGenerator<Uint8Array> {
  if (start === end) return;
  if (content.bytes !== undefined) yield content.bytes.subarray(start, end);
  else {
    let sent = 0;
    // A file that became shorter ends the connection early, which the client sees by the announced length.
    for await (const bytes of file.handle.createReadStream({ start, end: end - 1, autoClose: false })) {
      sent += (bytes as Buffer).length;
      yield bytes as Buffer;
    }
    if (sent < end - start) throw new Error('The file became shorter while it was sent.');
  }
}

function lengthOf({ content, file }: SentFile): number {
  return content.bytes?.length ?? file.byteLength;
}

function contentRange({ start, end }: ByteSpan, total: number): string {
  return `bytes ${start}-${end - 1}/${total}`;
}
