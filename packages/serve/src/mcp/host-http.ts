import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { CommandIo, TransportOptions } from '@topicmill/base/cli';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { parseJsonIfValid } from '@topicmill/base/json';
import { type AccessClient, type AccessRight, AccessTokens, RateLimit, type RateLimits } from '../access/index.js';
import { CLOSES_SILENT, isForOwnHost, OwnHosts } from '../own-hosts.js';
import { createDocsServer } from './create-docs-server.js';
import type { DocsSource } from './docs-source.js';

/** What a log says about a request: nothing that it contains. */
interface AccessLine {
  /** Left out where its token is not known. */
  readonly client?: string | undefined;
  /** Method of the protocol. */
  readonly called?: string | undefined;
  /** Status of HTTP. */
  readonly status: number;
  readonly ms: number;
}

/** Others are not written down: a client could name them as it likes. */
const METHODS: ReadonlySet<unknown> = new Set([
  'initialize',
  'notifications/initialized',
  'notifications/cancelled',
  'ping',
  'tools/list',
  'tools/call',
  'resources/list',
  'resources/read',
  'resources/templates/list',
  'completion/complete',
]);

/** The method that a message calls, if it is one of the protocol; `several` for a batch. */
function calledMethod(message: unknown): string {
  if (Array.isArray(message)) return 'several';
  const method = (message as { readonly method?: unknown } | null)?.method;
  return METHODS.has(method) ? String(method) : 'other';
}

const SESSION_HEADER = 'mcp-session-id';

/** The requests that are being answered, so that a later one can cancel them. */
interface RunningRequests {
  /**
   * Looks at a message before it is answered: a client that begins gets a session id, a request is remembered until its
   * response is closed, and a cancellation closes the response of the request that it names.
   */
  admit(request: IncomingMessage, response: ServerResponse, message: unknown): void;
}

/**
 * Requests of all clients, each known by its session and its id there. Sessions store nothing else; who does not know the
 * id of a session cannot cancel in it.
 */
function runningRequests(): RunningRequests {
  const running = new Map<string, ServerResponse>();
  return {
    admit({ headers }, response, message) {
      const { method, id, params } = fieldsOf(message);
      if (method === 'initialize') response.setHeader(SESSION_HEADER, randomUUID());
      const session = headers[SESSION_HEADER];
      if (typeof session !== 'string') return;
      if (method === 'notifications/cancelled') running.get(keyOf(session, fieldsOf(params)['requestId']))?.destroy();
      if (id === undefined) return;
      const key = keyOf(session, id);
      running.set(key, response);
      response.once('close', () => {
        if (running.get(key) === response) running.delete(key);
      });
    },
  };
}

function keyOf(session: string, id: unknown): string {
  return JSON.stringify([session, id]);
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** Requests of one client that are answered at once. */
const AT_ONCE = 20;

/**
 * What the command line says about a server for a team; `undefined` for one that answers this machine alone. Every
 * request is logged to stderr as one line of JSON, without its content.
 */
export function sharedAccess(options: TransportOptions, { cwd, stderr }: CommandIo): SharedAccess | undefined {
  const { tokens, host, publicName = [], rate } = options;
  if (tokens === undefined) return undefined;
  return {
    tokens: resolve(cwd, tokens),
    host,
    names: publicName,
    limits: { perMinute: rate, atOnce: AT_ONCE },
    onAnswered: (line) => stderr.write(`${JSON.stringify({ time: new Date().toISOString(), ...line })}\n`),
  };
}

/** A server that listens. */
export interface HttpServer {
  /** Address that clients connect to. */
  readonly url: string;
  /** Takes no more requests and ends when those under way have been answered, or after ten seconds. */
  close(): Promise<void>;
}

/** Clients that a server answers, besides programs on this machine. */
export interface SharedAccess {
  /** File of the tokens, one of which every request must have. */
  readonly tokens: string;
  /** Address to listen on. Default: that of this machine alone, for a proxy. */
  readonly host?: string | undefined;
  /** Names by which clients reach the server, through a proxy for instance. */
  readonly names?: readonly string[] | undefined;
  readonly limits: RateLimits;
  /** Told of every request when it is answered. */
  readonly onAnswered?: ((line: AccessLine) => void) | undefined;
}

/** How any MCP server is served over HTTP. */
interface HttpHosting {
  /** A server for each request; the client is known where access is by tokens. */
  readonly createServer: (client: AccessClient | undefined) => McpServer | Promise<McpServer>;
  /** 0 for any that is free. */
  readonly port: number;
  /** Bytes of a request at most. */
  readonly maxBodyBytes: number;
  /** What every client must be allowed to do. */
  readonly right: AccessRight;
  /** Left out, programs of this machine alone are answered, whoever started them. */
  readonly shared?: SharedAccess | undefined;
}

const LOOPBACK = '127.0.0.1';
const PATH = '/mcp';
const HEALTH_PATH = '/health';
/** For so long requests under way are waited for. */
const GRACE_MS = 10_000;

/** What is known about a server that runs. */
interface Running {
  readonly hosting: HttpHosting;
  readonly hosts: OwnHosts;
  readonly tokens: AccessTokens | undefined;
  readonly rate: RateLimit | undefined;
  readonly requests: RunningRequests;
  isStopping: boolean;
}

/**
 * A connection stays open so long without a request: longer than reverse proxies and clients keep theirs, usually up to 60
 * seconds. Else the server closes one in the moment in which they send the next request on it, and the request fails.
 */
const KEPT_OPEN_MS = 75_000;

/**
 * Serves MCP over Streamable HTTP. Each request is independent, except one that cancels another, which is found by the
 * id of the client's session; a client that goes away cancels what it asked for. Requests for another host, or from a page
 * of another origin, are refused, so that no website can ask through a browser. `/health` tells whoever asks that the
 * server runs.
 *
 * @throws TopicmillError `SERVER_CANNOT_LISTEN` when the port is taken; `TOKENS_INVALID`, `FILE_UNREADABLE`
 */
export async function hostHttp(hosting: HttpHosting): Promise<HttpServer> {
  const { shared } = hosting;
  const host = shared?.host ?? LOOPBACK;
  const running: Running = {
    hosting,
    hosts: new OwnHosts(host, shared?.names),
    tokens: shared && new AccessTokens(shared.tokens),
    rate: shared && new RateLimit(shared.limits),
    requests: runningRequests(),
    isStopping: false,
  };
  const server = createServer(CLOSES_SILENT, (request, response) => {
    answer(request, response, running).catch(() => refuse(response, 500, 'The request failed.'));
  });
  server.keepAliveTimeout = KEPT_OPEN_MS;
  await listen(server, hosting.port, host);
  const { port: openPort } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${openPort}${PATH}`,
    close: () =>
      new Promise((resolve) => {
        running.isStopping = true;
        const deadline = setTimeout(() => server.closeAllConnections(), GRACE_MS);
        server.close(() => {
          clearTimeout(deadline);
          resolve();
        });
        server.closeIdleConnections();
      }),
  };
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) =>
      reject(
        new TopicmillError(
          'SERVER_CANNOT_LISTEN',
          `Port ${port} cannot be listened on (${cause.code ?? cause.message}).`,
          {
            remedy: 'Give another --port, or 0 for any free port.',
            cause,
          },
        ),
      ),
    );
    server.listen(port, host, resolve);
  });
}

async function answer(request: IncomingMessage, response: ServerResponse, running: Running): Promise<void> {
  // A connection that is kept open would keep the server from ending.
  if (running.isStopping) response.setHeader('connection', 'close');
  if (!isFromOwnPlace(request, running.hosts))
    return refuse(response, 403, 'Not by this name, and not from this page.');
  const { pathname } = new URL(request.url ?? '/', `http://${LOOPBACK}`);
  if (pathname === HEALTH_PATH) return tellHealth(response, running);
  if (pathname !== PATH) return refuse(response, 404, 'There is nothing here.');
  if (running.isStopping) return refuse(response, 503, 'The server is stopping.');
  const { shared } = running.hosting;
  if (shared === undefined) return answerMessage(request, response, running, undefined);
  const begun = performance.now();
  const line: { client?: string; called?: string } = {};
  response.once('close', () => {
    shared.onAnswered?.({ ...line, status: response.statusCode, ms: Math.round(performance.now() - begun) });
  });
  const client = running.tokens!.clientOf(request.headers.authorization);
  if (client === undefined) {
    response.setHeader('www-authenticate', 'Bearer');
    return refuse(response, 401, 'Send a token: Authorization: Bearer …');
  }
  line.client = client.name;
  if (!client.rights.includes(running.hosting.right))
    return refuse(response, 403, 'The token has not the right to this.');
  const admitted = running.rate!.admit(client.name);
  if ('retrySeconds' in admitted) {
    response.setHeader('retry-after', String(admitted.retrySeconds));
    return refuse(response, 429, 'Too many requests.');
  }
  response.once('close', admitted.done);
  await answerMessage(request, response, running, client, (message) => {
    line.called = calledMethod(message);
  });
}

async function answerMessage(
  request: IncomingMessage,
  response: ServerResponse,
  { hosting: { createServer: createMcpServer, maxBodyBytes }, requests }: Running,
  client: AccessClient | undefined,
  onMessage?: (message: unknown) => void,
): Promise<void> {
  if (request.method !== 'POST') {
    response.setHeader('allow', 'POST');
    return refuse(response, 405, 'Send requests by POST.');
  }
  const body = await readBody(request, maxBodyBytes);
  if (body === undefined) return refuse(response, 413, `A request has at most ${maxBodyBytes} bytes.`);
  const message = parseJsonIfValid(body);
  if (message === undefined) return refuse(response, 400, 'The request is not JSON.');
  onMessage?.(message);
  requests.admit(request, response, message);
  const server = await createMcpServer(client);
  const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
  response.once('close', () => {
    void server.close();
  });
  // Its optional members are declared without `undefined`, which exactOptionalPropertyTypes treats differently.
  await server.connect(transport as Transport);
  await transport.handleRequest(request, response, message);
}

function isFromOwnPlace(request: IncomingMessage, hosts: OwnHosts): boolean {
  const { origin } = request.headers;
  return isForOwnHost(request, hosts) && (origin === undefined || hosts.isOwnOrigin(origin));
}

function tellHealth(response: ServerResponse, { isStopping }: Running): void {
  response.writeHead(isStopping ? 503 : 200, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(`${JSON.stringify({ status: isStopping ? 'stopping' : 'ok' })}\n`);
}

function refuse(response: ServerResponse, status: number, message: string): void {
  if (response.headersSent) {
    response.end();
    return;
  }
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(`${JSON.stringify({ jsonrpc: '2.0', error: { code: -32000, message }, id: null })}\n`);
}

/** The text of a request; `undefined` when it is too long. */
async function readBody(request: IncomingMessage, maxBodyBytes: number): Promise<string | undefined> {
  const parts: Buffer[] = [];
  let byteCount = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    byteCount += part.length;
    if (byteCount <= maxBodyBytes) parts.push(part);
  }
  return byteCount > maxBodyBytes ? undefined : Buffer.concat(parts).toString('utf8');
}

interface HttpServerOptions {
  /** 0 for any that is free. */
  readonly port: number;
  /** Told to clients. */
  readonly version: string;
  /** Left out, programs of this machine alone are answered. */
  readonly shared?: SharedAccess | undefined;
}

/** Bytes of a request for docs; it carries queries and ids. */
const MAX_BODY_BYTES = 256 * 1024;

/**
 * Serves docs by MCP as `hostHttp` does.
 *
 * @throws TopicmillError as `hostHttp`
 */
export function serveHttp(source: DocsSource, { port, version, shared }: HttpServerOptions): Promise<HttpServer> {
  const createServer = () => createDocsServer(source, version);
  return hostHttp({ createServer, port, maxBodyBytes: MAX_BODY_BYTES, shared, right: 'read' });
}
