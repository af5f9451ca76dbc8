import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import fresh from 'fresh';
import { lookup } from 'mrmime';
import {
  acceptedCoding,
  type CompressedContents,
  type ContentCoding,
  type FileContent,
  type FileContents,
} from './file-content.js';
import type { OpenFile } from './open-confined.js';

/** Bytes `start` to `end` (exclusive) of a file. */
interface ByteSpan {
  readonly start: number;
  readonly end: number;
}

/**
 * Reads a `Range` field (RFC 9110, 14.1.2 and 14.2).
 *
 * @returns the span, empty when it is not within the file; `undefined` when the field is to be ignored: another unit, not of
 *   the grammar, several ranges, which a server may answer with the whole file
 */
function parseByteRange(field: string, byteLength: number): ByteSpan | undefined {
  // Lists may have empty elements (5.6.1).
  const parts =
    /^bytes=(.*)$/i
      .exec(field.trim())?.[1]
      ?.split(',')
      .filter((part) => part.trim() !== '') ?? [];
  const [, first, last] = (parts.length === 1 && /^[ \t]*(\d*)-(\d*)[ \t]*$/.exec(parts[0]!)) || [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined;
  if (first !== '') {
    if (last !== '' && Number(last) < Number(first)) return undefined;
    return { start: Number(first), end: last === '' ? byteLength : Math.min(byteLength, Number(last) + 1) };
  }
  // No Content-Range can say "the last bytes of nothing".
  if (byteLength === 0 && Number(last) > 0) return undefined;
  return { start: Math.max(0, byteLength - Number(last)), end: byteLength };
}

const TEXT = /^(?:text\/|application\/(?:json|javascript|x-ndjson|xml|yaml)$|[^;]+\+(?:json|xml)$)/;
const MARKUP = /^(?:text\/html|application\/xml|text\/xml|.+\+xml)/;
const FURTHER_CONTENT_TYPES: Readonly<Record<string, string>> = {
  jsonl: 'application/x-ndjson',
  yaml: 'application/yaml',
  yml: 'application/yaml',
};

/** The type of a file by its name, with the encoding of texts. */
function contentType(name: string): string {
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  const type = FURTHER_CONTENT_TYPES[extension] ?? lookup(extension) ?? 'application/octet-stream';
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
 * Answers a GET or HEAD with a file: the whole, compressed where the client takes it; a part of it, never compressed; or
 * only that nothing has changed. The handle stays open.
 *
 * @param extraHeaders headers of a 200 and 206
 */
export async function sendFile(
  { request, response }: Exchange,
  { file, name }: NamedFile,
  { contents, compressed }: FileStores,
  extraHeaders: OutgoingHttpHeaders = {},
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
    ...extraHeaders,
  };
  const span = request.method === 'GET' ? wantedSpan(request, sent, validators) : undefined;
  if (span !== undefined) await sendPart(response, sent, span, headers);
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

function wantedSpan(
  { headers }: IncomingMessage,
  { content, file }: SentFile,
  validators: Validators,
): ByteSpan | undefined {
  if (headers.range === undefined || !isRangeWanted(headers, validators)) return undefined;
  return parseByteRange(headers.range, content.bytes?.length ?? file.byteLength);
}

async function sendWhole(
  { method }: IncomingMessage,
  response: ServerResponse,
  sent: SentFile,
  headers: OutgoingHttpHeaders,
): Promise<void> {
  const end = contentLength(sent);
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
    const whole = spanBytes(sent, { start: 0, end: contentLength(sent) });
    await pipeline(Readable.from(whole), compressed.stream(coding), response);
  }
}

async function sendPart(
  response: ServerResponse,
  sent: SentFile,
  span: ByteSpan,
  headers: OutgoingHttpHeaders,
): Promise<void> {
  const total = contentLength(sent);
  const { start, end } = span;
  if (start >= end) {
    response
      .writeHead(416, { 'content-range': `bytes */${total}`, 'accept-ranges': 'bytes', 'content-length': 0 })
      .end();
    return;
  }
  const partHeaders = { 'content-range': `bytes ${start}-${end - 1}/${total}`, 'content-length': end - start };
  response.writeHead(206, { ...headers, ...partHeaders });
  await pipeline(Readable.from(spanBytes(sent, span)), response);
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

function contentLength({ content, file }: SentFile): number {
  return content.bytes?.length ?? file.byteLength;
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
