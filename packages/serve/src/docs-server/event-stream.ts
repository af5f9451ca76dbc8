import type { ServerResponse } from 'node:http';

/** Keeps proxies from cutting a connection on which nothing happens. */
const HEARTBEAT_MS = 25_000;

/** Tells connected clients what has changed, as server-sent events named `change`. */
export class EventStream {
  private readonly clients = new Set<ServerResponse>();
  private readonly heartbeat = setInterval(() => this.write(': still here\n\n'), HEARTBEAT_MS).unref();

  /** Keeps a response open for events. */
  connect(response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' });
    response.write('retry: 1000\n\n');
    this.clients.add(response);
    response.once('close', () => this.clients.delete(response));
  }

  /** @param paths below the docs root */
  send(paths: readonly string[]): void {
    this.write(`event: change\ndata: ${JSON.stringify({ paths })}\n\n`);
  }

  close(): void {
    clearInterval(this.heartbeat);
    for (const client of this.clients) client.end();
  }

  private write(text: string): void {
    for (const client of this.clients) client.write(text);
  }
}
