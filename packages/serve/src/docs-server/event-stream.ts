import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Diagnostic } from '@topicmill/base/diagnostics';

/** Keeps proxies from cutting a connection on which nothing happens. */
const HEARTBEAT_MS = 25_000;

/**
 * Tells connected clients about the docs, as server-sent events. `state` is sent to each client that connects, `change`
 * when files have changed, `findings` when errors and warnings are others.
 */
export class EventStream {
  private readonly clients = new Set<ServerResponse>();
  private readonly heartbeat = setInterval(() => this.write(': still here\n\n'), HEARTBEAT_MS).unref();
  private readonly serverId = randomUUID().slice(0, 8);
  private changeCount = 0;
  private findings: readonly Diagnostic[] = [];

  /** Names the state of the docs: it differs after each change and each start of the server. */
  get version(): string {
    return `${this.serverId}.${this.changeCount}`;
  }

  /** Keeps a response open for events. */
  connect(response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' });
    response.write(`retry: 1000\n\n${eventText('state', { version: this.version, findings: this.findings })}`);
    this.clients.add(response);
    response.once('close', () => this.clients.delete(response));
  }

  /** @param paths below the docs root */
  sendChange(paths: readonly string[]): void {
    this.changeCount += 1;
    this.write(eventText('change', { version: this.version, paths }));
  }

  /** @param findings all that are current, not only new ones */
  sendFindings(findings: readonly Diagnostic[]): void {
    this.findings = findings;
    this.write(eventText('findings', { findings }));
  }

  close(): void {
    clearInterval(this.heartbeat);
    for (const client of this.clients) client.end();
  }

  private write(text: string): void {
    for (const client of this.clients) client.write(text);
  }
}

function eventText(name: string, data: object): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}
