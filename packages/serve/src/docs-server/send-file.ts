import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import fresh from 'fresh';
import { lookup } from 'mrmime';
import {
  acceptedCoding,
  type CompressedContents,
  type ContentCoding,
  compressingStream,
  type FileContent,
  type FileContents,
} from './file-content.js';
import type { OpenFile } from './open-confined.js';

/** Bytes `start` to `end` (exclusive) of a file. */
interface ByteSpan {
  readonly start: number;
  readonly end: number;
}

/** More parts than this are answered with the whole file: many small ones cost more than they save. */
const MAX_RANGE_COUNT = 32;

/**
 * Reads a `Range` field (RFC 9110, 14.1.2 and 14.2). Spans that touch are joined; the order is the one asked for.
 *
 * @returns `undefined` when the field is to be ignored: another unit, not of the grammar, too many parts; an empty list
 *   when no part is within the file
 */
function parseByteRanges(field: string, byteLength: number): readonly ByteSpan[] | undefined {
  const list = /^bytes=(.*)$/i.exec(field.trim())?.[1];
  if (list === undefined) return undefined;
  // Lists may have empty elements (5.6.1).
  const parts = list.split(',').filter((part) => part.trim() !== '');
  const spans: ByteSpan[] = [];
  for (const part of parts) {
    const [, first, last] = /^[ \t]*(\d*)-(\d*)[ \t]*$/.exec(part) ?? [];
    if (first === undefined || last === undefined || (first === '' && last === '')) return undefined;
    if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined;
    const span = first === '' ? suffixSpan(Number(last), byteLength) : innerSpan(first, last, byteLength);
    if (span.start < span.end) spans.push(span);
    // No Content-Range can say "the last bytes of nothing".
    else if (first === '' && byteLength === 0 && Number(last) > 0) return undefined;
  }
  return parts.length === 0 || spans.length > MAX_RANGE_COUNT ? undefined : joinTouching(spans);
}

function suffixSpan(count: number, byteLength: number): ByteSpan {
  return { start: Math.max(0, byteLength - count), end: byteLength };
}

function innerSpan(first: string, last: string, byteLength: number): ByteSpan {
  return { start: Number(first), end: last === '' ? byteLength : Math.min(byteLength, Number(last) + 1) };
}

function joinTouching(spans: readonly ByteSpan[]): ByteSpan[] {
  const joined: ByteSpan[] = [];
  for (const span of spans) {
    let merged = span;
    // A span can close the gap between two that were apart.
    for (let at = joined.length - 1; at >= 0; at--) {
      const other = joined[at]!;
      if (other.start > merged.end || merged.start > other.end) continue;
      merged = { start: Math.min(other.start, merged.start), end: Math.max(other.end, merged.end) };
      joined.splice(at, 1);
      at = joined.length;
    }
    joined.push(merged);
  }
  return joined;
}

const TEXT = /^(?:text\/|application\/(?:json|javascript|x-ndjson|xml|yaml)$|[^;]+\+(?:json|xml)$)/;
const MARKUP = /^(?:text\/html|application\/xml|text\/xml|.+\+xml)/;
const OWN_TYPES: Readonly<Record<string, string>> = {
  jsonl: 'application/x-ndjson',
  yaml: 'application/yaml',
  yml: 'application/yaml',
};

/** The type of a file by its name, with the encoding of texts. */
function contentType(name: string): string {
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  const type = OWN_TYPES[extension] ?? lookup(extension) ?? 'application/octet-stream';
  return TEXT.test(type) ? `${type}; charset=utf-8` : type;
}

/** Whether content of a type gets smaller by compression. */
function isCompressible(type: string): boolean {
  return TEXT.test(type.split(';')[0]!) || type === 'application/wasm' || type === 'image/bmp';
}

/** Whether a browser may run scripts of a document of this type. */
function canHoldScripts(type: string): boolean {
  return MARKUP.test(type);
}

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

/** What a client may compare its copy with. */
interface Validators {
  /** A strong entity tag, quotes included. */
  readonly etag: string;
  /** An HTTP date. */
  readonly lastModified: string;
}

/**
 * Whether a GET or HEAD goes on, in the order of RFC 9110, 13.2.2.
 *
 * @returns 412 when what the client takes to be true is not, 304 when its copy is still good
 */
function checkPreconditions(headers: IncomingHttpHeaders, { etag, lastModified }: Validators): 200 | 304 | 412 {
  const ifMatch = headers['if-match'];
  const ifUnmodifiedSince = headers['if-unmodified-since'];
  if (ifMatch !== undefined) {
    if (ifMatch.trim() !== '*' && !entityTags(ifMatch).includes(etag)) return 412;
  } else if (ifUnmodifiedSince !== undefined && Date.parse(lastModified) > Date.parse(ifUnmodifiedSince)) {
    return 412;
  }
  return fresh(headers, { etag, 'last-modified': lastModified }) ? 304 : 200;
}

/** Whether a `Range` counts: without `If-Range`, or when that names just this content by a strong tag or the date. */
function isRangeWanted(headers: IncomingHttpHeaders, { etag, lastModified }: Validators): boolean {
  const ifRange = [headers['if-range']].flat()[0]?.trim();
  return ifRange === undefined || ifRange === etag || ifRange === lastModified;
}

/** The tags of a list, weak ones with their `W/`. */
function entityTags(list: string): readonly string[] {
  return list.match(/(?:W\/)?"[^"]*"/g) ?? [];
}
