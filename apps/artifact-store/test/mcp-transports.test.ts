import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { main } from '../src/main.js';
import { temporaryStore } from './temporary-store.js';

/** A service that speaks OpenAI's protocol on loopback and never answers for texts with `wait` in them. */
async function startSlowService() {
  let [waiting, gone] = [(): void => {}, (): void => {}];
  const isWaiting = new Promise<void>((resolve) => (waiting = resolve));
  const isGone = new Promise<void>((resolve) => (gone = resolve));
  const server = createServer(async (received, response) => {
    const parts: Buffer[] = [];
    for await (const part of received) parts.push(part as Buffer);
    const { input } = JSON.parse(Buffer.concat(parts).toString()) as { input: string[] };
    if (input.some((text) => text.includes('wait'))) {
      response.once('close', gone);
      waiting();
    } else response.end(JSON.stringify({ data: input.map((_, index) => ({ index, embedding: [1, 0] })) }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const env = { OPENAI_API_KEY: 'none', OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1` };
  return { env, isWaiting, isGone };
}

interface Served {
  readonly connect: () => Promise<Client>;
  readonly service: Awaited<ReturnType<typeof startSlowService>>;
}

/** The command at work over standard input and output; one client can connect. */
async function serveStdio(): Promise<Served> {
  const { folder } = temporaryStore();
  const service = await startSlowService();
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  const stderr = { write: () => true };
  const io = { stdin, stdout, stderr, cwd: folder, env: service.env };
  const running = main(['mcp', '--model', 'openai:slow'], io);
  onTestFinished(async () => {
    stdin.end();
    expect(await running).toBe(0);
  });
  return { connect: () => connected(new StdioServerTransport(stdout, stdin)), service };
}

/** The command at work over HTTP, until the end of the test. */
async function serveHttp(): Promise<Served & { url: URL }> {
  const { folder } = temporaryStore();
  const service = await startSlowService();
  let tell = (_: string): void => {};
  const told = new Promise<string>((resolve) => (tell = resolve));
  const stderr = { write: () => true };
  const io = { stdout: { write: tell }, stderr, cwd: folder, env: service.env };
  const running = main(['mcp', '--http', '--port', '0', '--json', '--model', 'openai:slow'], io);
  const url = new URL((JSON.parse(await told) as { url: string }).url);
  onTestFinished(async () => {
    process.listeners('SIGTERM').at(-1)!('SIGTERM');
    expect(await running).toBe(0);
  });
  return { url, connect: () => connected(new StreamableHTTPClientTransport(url) as Transport), service };
}

async function connected(transport: Transport): Promise<Client> {
  const client = new Client({ name: 'test', version: '0' });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return client;
}

const ingest = (content: string) => ({ name: 'artifact_ingest', arguments: { content } });

async function storedCount(client: Client): Promise<number> {
  const { structuredContent } = await client.callTool({ name: 'artifact_list', arguments: {} });
  return (structuredContent as { artifacts: unknown[] }).artifacts.length;
}

describe.each([
  ['standard input and output', serveStdio],
  ['Streamable HTTP', serveHttp],
] as const)('over %s', (_, serve) => {
  it('a cancelled ingest stops asking the model, stores nothing, and the server goes on', async () => {
    const { connect, service } = await serve();
    const client = await connect();
    const stop = new AbortController();
    const pending = client.callTool(ingest('wait for it'), undefined, { signal: stop.signal });
    await service.isWaiting;
    stop.abort('enough');
    await expect(pending).rejects.toThrow('enough');
    await service.isGone;
    expect((await client.callTool(ingest('at once'))).structuredContent).toMatchObject({ outcome: 'new' });
    expect(await storedCount(client)).toBe(1);
  });
});

describe('over Streamable HTTP', () => {
  it('a client that goes away cancels what it asked for', async () => {
    const { connect, service } = await serveHttp();
    const client = await connect();
    const pending = client.callTool(ingest('wait for it')).catch(() => 'cancelled');
    await service.isWaiting;
    await client.close();
    expect(await pending).toBe('cancelled');
    await service.isGone;
    expect(await storedCount(await connect())).toBe(0);
  });

  it('one client cannot cancel what another asked for', async () => {
    const { url, connect, service } = await serveHttp();
    const client = await connect();
    const stop = new AbortController();
    const pending = client.callTool(ingest('wait for it'), undefined, { signal: stop.signal });
    await service.isWaiting;
    const other = await connect();
    for (const requestId of [0, 1, 2, 3]) {
      await other.notification({ method: 'notifications/cancelled', params: { requestId } });
    }
    expect(await storedCount(other)).toBe(0);
    expect(await Promise.race([pending, Promise.resolve('still waiting')])).toBe('still waiting');
    stop.abort('enough');
    await expect(pending).rejects.toThrow('enough');
    expect(url.hostname).toBe('127.0.0.1');
  });

  const status = (url: URL, headers: Record<string, string>): Promise<number> =>
    new Promise((resolve, reject) => {
      const accept = 'application/json, text/event-stream';
      const sent = request(
        url,
        { method: 'POST', headers: { 'content-type': 'application/json', accept, ...headers } },
        (response) => resolve(response.resume().statusCode!),
      );
      sent.once('error', reject);
      sent.end(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }));
    });

  it('other hosts and pages of other origins are refused', async () => {
    const { url } = await serveHttp();
    expect(await status(url, {})).toBe(200);
    expect(await status(url, { host: 'localhost:9' })).toBe(200);
    expect(await status(url, { host: 'attacker.example' })).toBe(403);
    expect(await status(url, { origin: 'https://attacker.example' })).toBe(403);
    expect(await status(url, { origin: 'null' })).toBe(403);
  });
});
