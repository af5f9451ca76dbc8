import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { EventStream } from './event-stream.js';
import { openConfined } from './open-confined.js';
import { requestPath } from './request-path.js';
import { type FileStores, sendFile } from './send-file.js';

/** Folder of the server's own paths. */
const OWN_DIRECTORY = '_topicmill';
const SEARCH_DIRECTORY = '_search';
const MAX_QUERY_LENGTH = 2000;

const VIEWER_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: https:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const EVERY_ANSWER: OutgoingHttpHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'accept-ranges, content-encoding, content-length, content-range, etag, topicmill-server',
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
};

const PREFLIGHT: OutgoingHttpHeaders = {
  'access-control-allow-methods': 'GET, HEAD, OPTIONS',
  'access-control-allow-headers':
    'cache-control, if-match, if-modified-since, if-none-match, if-range, if-unmodified-since, range',
  'access-control-max-age': '86400',
  allow: 'GET, HEAD, OPTIONS',
};

/** What a server answers from. Roots are real paths. */
export interface ServedThings {
  readonly docsRoot: string;
  readonly viewerRoot: string;
  readonly stores: FileStores;
  readonly events: EventStream;
  /** Real path of a folder that holds `_search/`. */
  searchRoot(): Promise<string | undefined>;
  readonly queryEmbedder: QueryEmbedder | undefined;
}

/** Turns queries into vectors. */
export interface QueryEmbedder {
  /** Exact name of the model, which the search index's must equal. */
  readonly model: string;
  embed(query: string): Promise<Float32Array | undefined>;
}

/** Answers one request. */
export async function answerRequest(
  request: IncomingMessage,
  response: ServerResponse,
  served: ServedThings,
): Promise<void> {
  for (const [name, value] of Object.entries(EVERY_ANSWER)) response.setHeader(name, value!);
  if (request.method === 'OPTIONS') return void response.writeHead(204, PREFLIGHT).end();
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return sendStatus(response, 405, { allow: 'GET, HEAD, OPTIONS' });
  const names = requestPath(request.url ?? '');
  if (names === undefined) return sendStatus(response, 404);
  if (names[0] === OWN_DIRECTORY && names.length === 2 && request.method === 'GET') {
    if (names[1] === 'events') return served.events.connect(response);
    if (names[1] === 'query-vector') return sendQueryVector(request, response, served);
  }
  await answerWithFile(request, response, names, served);
}

/** A status with a body of one line. */
export function sendStatus(response: ServerResponse, status: number, headers: OutgoingHttpHeaders = {}): void {
  const text = `${status} ${STATUS_TEXTS[status]}\n`;
  response.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'content-length': text.length,
    'cache-control': 'no-store',
    ...headers,
  });
  response.end(response.req.method === 'HEAD' ? undefined : text);
}

const STATUS_TEXTS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  500: 'Internal Server Error',
  501: 'Not Implemented',
};

async function answerWithFile(
  request: IncomingMessage,
  response: ServerResponse,
  names: readonly string[],
  served: ServedThings,
): Promise<void> {
  const isViewer = names.length === 0 || names[0] === OWN_DIRECTORY;
  const path = names.length === 0 ? ['index.html'] : names;
  const file = isViewer ? await openConfined(served.viewerRoot, path) : await openDocsFile(path, served);
  if (file === undefined) return sendStatus(response, 404);
  try {
    const name = path.at(-1)!;
    const extra = isViewer ? { 'content-security-policy': VIEWER_POLICY } : { 'topicmill-server': OWN_DIRECTORY };
    await sendFile(request, response, file, name, served.stores, extra);
  } finally {
    await file.handle.close();
  }
}

/** The docs root's own search index goes before the one that was made for serving. */
async function openDocsFile(names: readonly string[], served: ServedThings) {
  const file = await openConfined(served.docsRoot, names);
  if (file !== undefined || names[0] !== SEARCH_DIRECTORY) return file;
  const searchRoot = await served.searchRoot();
  return searchRoot === undefined ? undefined : openConfined(searchRoot, names);
}

/** The vector of a query. Only for the viewer: a model may cost money, so no other site's page gets an answer. */
async function sendQueryVector(
  request: IncomingMessage,
  response: ServerResponse,
  { queryEmbedder }: ServedThings,
): Promise<void> {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return sendStatus(response, 403);
  if (queryEmbedder === undefined) return sendStatus(response, 501);
  const text = new URLSearchParams(request.url!.split('?')[1] ?? '').get('text') ?? '';
  if (text.trim() === '' || text.length > MAX_QUERY_LENGTH) return sendStatus(response, 400);
  response.removeHeader('access-control-allow-origin');
  const vector = await queryEmbedder.embed(text);
  const body = JSON.stringify({ model: queryEmbedder.model, vector: vector === undefined ? null : [...vector] });
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' });
  response.end(body);
}
