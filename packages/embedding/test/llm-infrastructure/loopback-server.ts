import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** One request as it came. */
export interface ReceivedRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Record<string, unknown>;
}

/** What the server does with a request: answer, or misbehave. */
export type Reaction =
  | { readonly status?: number; readonly headers?: Record<string, string>; readonly json: unknown }
  | { readonly status?: number; readonly headers?: Record<string, string>; readonly raw: string }
  | 'cut the connection'
  | 'cut the answer'
  | 'never answer'
  | 'stall after the headers';

export interface LoopbackServer {
  readonly url: string;
  readonly port: number;
  readonly requests: ReceivedRequest[];
  /** Most requests that were under way at once. */
  readonly mostAtOnce: () => number;
}

/** A server on the loopback interface that goes away with the test. */
export async function startServer(
  react: (request: ReceivedRequest, index: number) => Reaction | Promise<Reaction>,
): Promise<LoopbackServer> {
  const requests: ReceivedRequest[] = [];
  let atOnce = 0;
  let mostAtOnce = 0;
  const server = createServer(async (incoming, outgoing) => {
    mostAtOnce = Math.max(mostAtOnce, ++atOnce);
    outgoing.on('close', () => atOnce--);
    const request = await receive(incoming);
    requests.push(request);
    perform(await react(request, requests.length - 1), outgoing);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, port, requests, mostAtOnce: () => mostAtOnce };
}

/** A port of the loopback interface on which nothing listens. */
export async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function receive(incoming: IncomingMessage): Promise<ReceivedRequest> {
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(part as Buffer);
  const body = JSON.parse(Buffer.concat(parts).toString('utf8')) as Record<string, unknown>;
  return { path: incoming.url ?? '', headers: incoming.headers, body };
}

function perform(reaction: Reaction, outgoing: ServerResponse): void {
  if (reaction === 'never answer') return;
  if (reaction === 'cut the connection') {
    outgoing.destroy();
  } else if (reaction === 'cut the answer' || reaction === 'stall after the headers') {
    outgoing.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
    outgoing.write('{"embeddings":[[');
    if (reaction === 'cut the answer') setImmediate(() => outgoing.destroy());
  } else {
    const isJson = 'json' in reaction;
    const contentType = isJson ? 'application/json; charset=utf-8' : 'text/plain';
    outgoing.writeHead(reaction.status ?? 200, { 'content-type': contentType, ...reaction.headers });
    outgoing.end(isJson ? JSON.stringify(reaction.json) : reaction.raw);
  }
}
