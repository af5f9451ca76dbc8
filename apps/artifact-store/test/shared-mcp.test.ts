import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { type AccessClient, addToken, removeToken } from '@topicmill/serve/access';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { main } from '../src/main.js';
import { temporaryStore } from './temporary-store.js';

let tokens: string;
let folder: string;
let log: string;

beforeEach(() => {
  ({ folder } = temporaryStore());
  tokens = join(folder, 'tokens.json');
  log = '';
});

/** The command at work for a team, until the end of the test or `stop`. */
async function serve(...args: readonly string[]): Promise<{ url: URL; stop: () => Promise<unknown> }> {
  let tell = (_: string): void => {};
  const told = new Promise<string>((resolve) => (tell = resolve));
  const stderr = { write: (text: string) => (log += text) };
  const io = { stdout: { write: tell }, stderr, cwd: folder, env: {} };
  const running = main(['mcp', '--http', '--port', '0', '--json', '--tokens', tokens, ...args], io);
  const url = new URL((JSON.parse(await told) as { url: string }).url);
  let stopped: Promise<unknown> | undefined;
  const stop = (): Promise<unknown> => {
    if (stopped === undefined) {
      process.listeners('SIGTERM').at(-1)!('SIGTERM');
      stopped = running;
    }
    return stopped;
  };
  onTestFinished(async () => {
    expect(await stop()).toBe(0);
  });
  return { url, stop };
}

async function connect(url: URL, token: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '0' });
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit }) as Transport);
  onTestFinished(() => client.close());
  return client;
}

function post(
  url: URL,
  headers: Readonly<Record<string, string>>,
  body = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
) {
  const accept = 'application/json, text/event-stream';
  return fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', accept, ...headers }, body });
}

async function call(client: Client, name: string, args: Record<string, unknown>): Promise<string> {
  return JSON.stringify(await client.callTool({ name, arguments: args }));
}

const client = (name: string, rights: AccessClient['rights'], sensitivities?: readonly string[]): string =>
  addToken(tokens, { name, rights, ...(sensitivities === undefined ? {} : { sensitivities }) });

describe('a store for a team', { timeout: 300_000 }, () => {
  it('answers those alone who have a token, until it is revoked', async () => {
    const token = client('a', ['read']);
    const { url } = await serve();
    expect((await post(url, {})).status).toBe(401);
    expect((await post(url, { authorization: 'Bearer tmk_wrong' })).status).toBe(401);
    expect((await post(url, { authorization: `Bearer ${token}` })).status).toBe(200);
    removeToken(tokens, 'a');
    expect((await post(url, { authorization: `Bearer ${token}` })).status).toBe(401);
  });

  it('offers to each client what it may do', async () => {
    const [reader, writer, none] = [client('r', ['read']), client('w', ['read', 'ingest']), client('d', ['delete'])];
    const { url } = await serve();
    const toolsOf = async (token: string) =>
      (await (await connect(url, token)).listTools()).tools.map(({ name }) => name);
    expect(await toolsOf(reader)).toEqual(['artifact_search', 'artifact_get', 'artifact_list']);
    expect(await toolsOf(writer)).toEqual(['artifact_ingest', 'artifact_search', 'artifact_get', 'artifact_list']);
    expect((await post(url, { authorization: `Bearer ${none}` })).status).toBe(403);
  });

  it('shows nothing of levels that a client may not know, and lets nothing of them be replaced', async () => {
    const all = client('all', ['read', 'ingest', 'delete']);
    const some = client('some', ['read', 'ingest', 'delete'], ['normal']);
    const { url } = await serve();
    const [owner, guest] = [await connect(url, all), await connect(url, some)];
    const place = { source_system: 's', source_id: 'plan' };
    const told = await owner.callTool({
      name: 'artifact_ingest',
      arguments: { content: 'The heron plan.', sensitivity: 'secret', ...place },
    });
    const { artifact_id: id } = told.structuredContent as { artifact_id: string };
    expect(await call(owner, 'artifact_search', { query: 'heron' })).toContain('The heron plan.');
    for (const answer of [
      await call(guest, 'artifact_search', { query: 'heron' }),
      await call(guest, 'artifact_search', { query: 'heron', sensitivities: ['secret'] }),
      await call(guest, 'artifact_list', {}),
      await call(guest, 'artifact_list', { sensitivities: ['secret'] }),
      await call(guest, 'artifact_get', { artifact_id: id }),
      await call(guest, 'artifact_get', { artifact_id: id, chunk_index: 0 }),
    ]) {
      expect(answer).not.toContain('heron plan');
    }
    await expect(guest.readResource({ uri: `artifact-store://artifact/${id}` })).rejects.toThrow('ARTIFACT_UNKNOWN');
    expect(await call(guest, 'artifact_delete', { artifact_id: id })).toContain('ARTIFACT_UNKNOWN');
    expect(await call(guest, 'artifact_delete', { source_systems: ['s'] })).toContain('"deleted":[]');
    expect(await call(guest, 'artifact_delete', { sensitivities: ['secret'] })).toContain('"deleted":[]');
    expect(await call(guest, 'artifact_ingest', { content: 'Mine.', ...place })).toContain('ACCESS_REFUSED');
    expect(await call(guest, 'artifact_ingest', { content: 'The heron plan.' })).toContain('ACCESS_REFUSED');
    const secret = { content: 'x', sensitivity: 'secret', source_id: 'x' };
    expect(await call(guest, 'artifact_ingest', secret)).toContain('ACCESS_REFUSED');
    expect(await call(guest, 'artifact_ingest', { content: 'Mine.', source_id: 'mine' })).toContain('"outcome":"new"');
    expect(await call(guest, 'artifact_search', { query: 'mine' })).toContain('Mine.');
    expect(await call(owner, 'artifact_get', { artifact_id: id })).toContain('The heron plan.');
  });

  it('limits requests of a client, and not those of another', async () => {
    const [one, other] = [client('one', ['read']), client('other', ['read'])];
    const { url } = await serve('--rate', '3');
    const statuses: number[] = [];
    for (let at = 0; at < 5; at++) statuses.push((await post(url, { authorization: `Bearer ${one}` })).status);
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
    expect((await post(url, { authorization: `Bearer ${one}` })).headers.get('retry-after')).toMatch(/^\d+$/);
    expect((await post(url, { authorization: `Bearer ${other}` })).status).toBe(200);
  });

  it('is asked by its own names, and writes down nothing of what is asked', async () => {
    const token = client('reader', ['read']);
    const { url } = await serve('--public-name', 'store.example.org');
    const health = await fetch(new URL('/health', url));
    expect([health.status, await health.json()]).toEqual([200, { status: 'ok' }]);
    const origin = (name: string) => post(url, { authorization: `Bearer ${token}`, origin: `https://${name}` });
    expect((await origin('store.example.org')).status).toBe(200);
    expect((await origin('attacker.example')).status).toBe(403);
    const reader = await connect(url, token);
    await call(reader, 'artifact_search', { query: 'confidential heron' });
    await post(url, { authorization: `Bearer ${token}` }, '{"jsonrpc":"2.0","id":1,"method":"heron/steal"}');
    const lines = log
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines).toContainEqual(expect.objectContaining({ client: 'reader', called: 'tools/call', status: 200 }));
    expect(lines).toContainEqual(expect.objectContaining({ client: 'reader', called: 'other' }));
    expect(log).not.toMatch(/heron|confidential/);
    expect(log).not.toContain(token);
  });

  it('needs a file of tokens, and HTTP', async () => {
    const run = async (...args: readonly string[]) => {
      let err = '';
      const stderr = { write: (text: string) => (err += text) };
      const exitCode = await main(['mcp', ...args], { stdout: { write: () => true }, stderr, cwd: folder, env: {} });
      return `${exitCode} ${err}`;
    };
    expect(await run('--http', '--tokens', 'missing.json')).toContain('FILE_UNREADABLE');
    expect(await run('--tokens', 'tokens.json')).toMatch(/^2 .*INVALID_OPTION/s);
    expect(await run('--http', '--host', '0.0.0.0')).toMatch(/^2 .*--tokens/s);
  });
});
