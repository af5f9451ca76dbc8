import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { isForOwnHost, OwnHosts } from '../own-hosts/index.js';
import { createDocsServer } from './create-docs-server.js';
import type { DocsSource } from './docs-source.js';
import { type RunningRequests, runningRequests } from './running-requests.js';

/** A server that listens. */
export interface HttpServer {
  /** Address that clients connect to. */
  readonly url: string;
  /** Takes no more requests and ends when those under way have been answered. */
  close(): Promise<void>;
}

export interface HttpServerOptions {
  /** 0 for any that is free. */
  readonly port: number;
  /** Told to clients. */
  readonly version: string;
}

/** How any MCP server is served over HTTP. */
export interface HttpHosting {
  /** A server for each request. */
  readonly createServer: () => McpServer | Promise<McpServer>;
  /** 0 for any that is free. */
  readonly port: number;
  /** Bytes of a request at most. */
  readonly maxBodyBytes: number;
}

const HOST = '127.0.0.1';
const PATH = '/mcp';
/** Bytes of a request for docs; it carries queries and ids. */
const MAX_BODY_BYTES = 256 * 1024;
const HOSTS = new OwnHosts(HOST);

/**
 * Serves docs by MCP as `hostHttp` does.
 *
 * @throws TopicmillError `SERVER_CANNOT_LISTEN` when the port is taken
 */
export function serveHttp(source: DocsSource, { port, version }: HttpServerOptions): Promise<HttpServer> {
  return hostHttp({ createServer: () => createDocsServer(source, version), port, maxBodyBytes: MAX_BODY_BYTES });
}

/**
 * Serves MCP over Streamable HTTP, on the loopback interface alone. Each request stands for itself, but for one that
 * cancels another, which is found by the id of the client's session; a client that goes away cancels what it asked for.
 * Requests for another host, or from a page of another origin, are refused, so that no website can ask through a browser.
 *
 * @throws TopicmillError `SERVER_CANNOT_LISTEN` when the port is taken
 */
export async function hostHttp(hosting: HttpHosting): Promise<HttpServer> {
  const running = runningRequests();
  const server = createServer((request, response) => {
    answer(request, response, hosting, running).catch(() => refuse(response, 500, 'The request failed.'));
  });
  await listen(server, hosting.port);
  const { port: openPort } = server.address() as AddressInfo;
  return {
    url: `http://${HOST}:${openPort}${PATH}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
      }),
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) =>
      reject(
        new TopicmillError(
          'SERVER_CANNOT_LISTEN',
          `Port ${port} cannot be listened on (${cause.code ?? cause.message}).`,
          {
            remedy: 'Give another --port, or 0 for any that is free.',
            cause,
          },
        ),
      ),
    );
    server.listen(port, HOST, resolve);
  });
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { createServer: createMcpServer, maxBodyBytes }: HttpHosting,
  running: RunningRequests,
): Promise<void> {
  if (!isFromThisMachine(request)) return refuse(response, 403, 'Only this machine may ask.');
  if (new URL(request.url ?? '/', `http://${HOST}`).pathname !== PATH)
    return refuse(response, 404, 'There is nothing here.');
  if (request.method !== 'POST') {
    response.setHeader('allow', 'POST');
    return refuse(response, 405, 'Send requests by POST.');
  }
  const body = await readBody(request, maxBodyBytes);
  if (body === undefined) return refuse(response, 413, `A request has at most ${maxBodyBytes} bytes.`);
  const message = parsed(body);
  if (message === undefined) return refuse(response, 400, 'The request is not JSON.');
  running.admit(request, response, message);
  const server = await createMcpServer();
  const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
  response.once('close', () => {
    void server.close();
  });
  // Its optional members are declared without `undefined`, which exactOptionalPropertyTypes tells apart.
  await server.connect(transport as Transport);
  await transport.handleRequest(request, response, message);
}

function isFromThisMachine(request: IncomingMessage): boolean {
  const { origin } = request.headers;
  return isForOwnHost(request, HOSTS) && (origin === undefined || HOSTS.isOwnOrigin(origin));
}

/** `undefined` when it is too long. */
async function readBody(request: IncomingMessage, maxBodyBytes: number): Promise<string | undefined> {
  const parts: Buffer[] = [];
  let byteCount = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    byteCount += part.length;
    if (byteCount <= maxBodyBytes) parts.push(part);
  }
  return byteCount > maxBodyBytes ? undefined : Buffer.concat(parts).toString('utf8');
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return undefined;
  }
}

function refuse(response: ServerResponse, status: number, message: string): void {
  if (response.headersSent) {
    response.end();
    return;
  }
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(`${JSON.stringify({ jsonrpc: '2.0', error: { code: -32000, message }, id: null })}\n`);
}
