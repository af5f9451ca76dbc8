import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { isForOwnHost, isFromOwnPage, type OwnHosts } from '../own-hosts.js';
import { answerSearch, answerSearchIndex, MAX_QUERY_LENGTH, type ServedSearch, sendJson } from './answer-search.js';
import type { EventStream } from './event-stream.js';
import { openConfined, requestPath } from './open-confined.js';
import { type FileStores, sendFile } from './send-file.js';

/** Folder of the server's own paths. */
const SERVER_DIRECTORY = '_topicmill';

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
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

const SHARED_ANSWER: OutgoingHttpHeaders = {
  'access-control-expose-headers':
    'accept-ranges, content-encoding, content-length, content-range, etag, topicmill-server, topicmill-version',
  'cross-origin-resource-policy': 'cross-origin',
};

const PREFLIGHT: OutgoingHttpHeaders = {
  'access-control-allow-methods': 'GET, HEAD, OPTIONS',
  'access-control-allow-headers':
    'cache-control, if-match, if-modified-since, if-none-match, if-range, if-unmodified-since, range',
  'access-control-max-age': '86400',
};

const ALLOWED_METHODS: OutgoingHttpHeaders = {
  allow: 'GET, HEAD, OPTIONS',
};

/** What a server answers from. Roots are real paths. */
export interface ServedThings {
  readonly docsRoot: string;
  readonly viewerRoot: string;
  readonly stores: FileStores;
  readonly events: EventStream;
  readonly hosts: OwnHosts;
  /** Origin whose pages may read every answer, `*` for all pages; without it only the server's own. */
  readonly cors: string | undefined;
  readonly queryEmbedder: QueryEmbedder | undefined;
  readonly search: ServedSearch | undefined;
}

/** Turns queries into vectors. */
export interface QueryEmbedder {
  /** Exact name of the model, which the search index's must equal. */
  readonly model: string;
  readonly embed: (query: string) => Promise<Float32Array | undefined>;
}

/** Answers one request. */
export async function answerRequest(
  request: IncomingMessage,
  response: ServerResponse,
  served: ServedThings,
): Promise<void> {
  const { cors } = served;
  if (!mayRead(request, served)) return sendStatus(response, 403, EVERY_ANSWER);
  const shared = cors === undefined ? {} : { ...SHARED_ANSWER, 'access-control-allow-origin': cors };
  for (const [name, value] of Object.entries({ ...EVERY_ANSWER, ...shared })) response.setHeader(name, value!);
  response.setHeader('topicmill-server', SERVER_DIRECTORY);
  response.setHeader('topicmill-version', served.events.version);
  if (request.method === 'OPTIONS')
    return void response.writeHead(204, { ...ALLOWED_METHODS, ...(cors === undefined ? {} : PREFLIGHT) }).end();
  if (request.method !== 'GET' && request.method !== 'HEAD') return sendStatus(response, 405, ALLOWED_METHODS);
  const names = requestPath(request.url ?? '');
  if (names === undefined) return sendStatus(response, 404);
  if (names[0] === SERVER_DIRECTORY && names.length === 2 && request.method === 'GET') {
    if (names[1] === 'events') return served.events.connect(response);
    if (names[1] === 'query-vector') return sendQueryVector(request, response, served);
    if (names[1] === 'search' || names[1] === 'search-index') return sendSearch(names[1], request, response, served);
  }
  await answerWithFile(request, response, names, served);
}

async function sendSearch(
  name: 'search' | 'search-index',
  request: IncomingMessage,
  response: ServerResponse,
  { search }: ServedThings,
): Promise<void> {
  if (search === undefined) return sendStatus(response, 501);
  return name === 'search' ? answerSearch(request, response, search) : answerSearchIndex(response, search);
}

/** Whether a request is for this server, and what reads the answer may read it. */
function mayRead(request: IncomingMessage, { hosts, cors }: ServedThings): boolean {
  if (!isForOwnHost(request, hosts)) return false;
  if (cors === '*' || isFromOwnPage(request)) return true;
  return cors !== undefined && request.headers.origin === cors;
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
  const isViewer = names.length === 0 || names[0] === SERVER_DIRECTORY;
  const path = names.length === 0 ? ['index.html'] : names;
  const file = await openConfined(isViewer ? served.viewerRoot : served.docsRoot, path);
  if (file === undefined) return sendStatus(response, 404);
  try {
    const name = path.at(-1)!;
    const extra: OutgoingHttpHeaders = isViewer ? { 'content-security-policy': VIEWER_POLICY } : {};
    await sendFile({ request, response }, { file, name }, served.stores, extra);
  } finally {
    await file.handle.close();
  }
}

/** The vector of a query. */
async function sendQueryVector(
  request: IncomingMessage,
  response: ServerResponse,
  { queryEmbedder }: ServedThings,
): Promise<void> {
  if (queryEmbedder === undefined) return sendStatus(response, 501);
  const text = new URLSearchParams(request.url!.split('?')[1] ?? '').get('text') ?? '';
  if (text.length > MAX_QUERY_LENGTH) return sendStatus(response, 400);
  const vector = text.trim() === '' ? undefined : await queryEmbedder.embed(text);
  sendJson(response, 200, { model: queryEmbedder.model, vector: vector === undefined ? null : [...vector] });
}
