import { cpSync, existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { main } from '../src/main.js';
import { sampleRepo } from './docs-repo.js';

describe('topicmill mcp', () => {
  it('serves a built docs root to a client on standard input and output, and ends with it', async () => {
    const repo = sampleRepo();
    await repo.build();
    const [stdin, stdout] = [new PassThrough(), new PassThrough()];
    let err = '';
    const running = main(['mcp'], {
      stdin,
      stdout,
      stderr: { write: (text) => (err += text) },
      cwd: repo.root,
      env: {},
    });
    const client = new Client({ name: 'test', version: '0' });
    await client.connect(new StdioServerTransport(stdout, stdin));

    const { structuredContent } = await client.callTool({ name: 'search', arguments: { query: 'How is tea brewed?' } });
    const [best] = (structuredContent as { results: object[] }).results;
    expect(best).toMatchObject({ topic: 'drinks/tea', uri: expect.stringContaining('drinks%2Ftea') });
    const { resources } = await client.listResources();
    expect(resources.map(({ name }) => name)).toEqual(['bread', 'drinks/coffee', 'drinks/tea']);
    const { contents } = await client.readResource({ uri: 'topicmill://topic/bread' });
    expect(contents).toMatchObject([{ text: repo.read('docs/bread/golden-reference.md') }]);

    await client.close();
    stdin.end();
    expect([await running, err]).toEqual([0, '']);
  });

  it('serves the docs that its argument names: a repository, a built docs root, and its address', async () => {
    const repo = sampleRepo();
    await repo.build();
    expect((await repo.run('search-index')).exitCode).toBe(0);
    const address = await serveFolder(`${repo.root}/docs`);
    const elsewhere = mkdtempSync(join(tmpdir(), 'elsewhere-'));
    cpSync(`${repo.root}/docs`, `${elsewhere}/published`, { recursive: true });
    for (const place of [repo.root, `${repo.root}/docs/drinks`, `${elsewhere}/published`, 'published', address]) {
      const { client, close } = await connect(['mcp', place], elsewhere);
      const { structuredContent } = await client.callTool({
        name: 'search',
        arguments: { query: 'how tea is brewed' },
      });
      const [best] = (structuredContent as { results: { topic: string; match: { similarity?: number } }[] }).results;
      expect([place, best?.topic, typeof best?.match.similarity]).toEqual([place, 'drinks/tea', 'number']);
      expect(await close()).toEqual([0, '']);
    }
  });

  it.each([
    ['no repository', [], 'CONFIG_MISSING'],
    ['a folder that does not exist', ['nowhere'], 'INVALID_OPTION'],
    ['a folder without docs', ['.'], 'INVALID_OPTION'],
    ['a host that cannot be reached', ['http://127.0.0.1:1/'], 'DOCS_UNREACHABLE'],
    ['a database that cannot be reached', ['postgres://127.0.0.1:1/docs'], 'DATABASE_UNREACHABLE'],
    ['no repository for questions', ['nowhere', '--write-questions'], 'INVALID_OPTION'],
  ])('answers what is wrong instead of closing the connection, and says it at once: %s', async (_, args, code) => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'elsewhere-'));
    const { client, close } = await connect(['mcp', ...args], elsewhere);
    expect(client.getInstructions()).toContain(code);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('search');
    for (const { name } of tools) {
      const { content, isError } = await client.callTool({ name, arguments: INPUTS[name] ?? {} });
      expect([name, isError, JSON.stringify(content)]).toEqual([
        name,
        true,
        expect.stringContaining(name.startsWith('questions_') ? 'CONFIG_MISSING' : code),
      ]);
    }
    const [exitCode, err] = await close();
    expect([exitCode, err]).toEqual([0, expect.stringMatching(new RegExp(`error ${code}: .* Remedy: `))]);
  });

  it('answers from docs that are built after it has started', async () => {
    const repo = sampleRepo();
    const elsewhere = mkdtempSync(join(tmpdir(), 'elsewhere-'));
    const { client, close } = await connect(['mcp', join(elsewhere, 'repo')], elsewhere);
    const asked = { name: 'search', arguments: { query: 'How is tea brewed?' } };
    expect((await client.callTool(asked)).isError).toBe(true);
    await repo.build();
    cpSync(repo.root, join(elsewhere, 'repo'), { recursive: true });
    expect(JSON.stringify(await client.callTool(asked))).toContain('drinks/tea');
    expect((await close())[0]).toBe(0);
  });
});

/** Arguments that tools ask for. */
const INPUTS: Readonly<Record<string, Record<string, unknown>>> = {
  search: { query: 'tea' },
  context: { question: 'tea' },
  find_topics: { query: 'tea' },
  read_topic: { topic: 'tea' },
  sample_topic: { topic: 'tea' },
  questions_add: { by: 'agent', chunks: [{ chunk: 'tea#0', text_hash: 'x', questions: ['Is it hot?'] }] },
};

async function connect(
  args: readonly string[],
  cwd: string,
): Promise<{ client: Client; close(): Promise<[exitCode: number, err: string]> }> {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  let err = '';
  const stderr = { write: (text: string) => (err += text) };
  const running = main(args, { stdin, stdout, stderr, cwd, env: {} });
  const client = new Client({ name: 'test', version: '0' });
  await client.connect(new StdioServerTransport(stdout, stdin));
  return {
    client,
    async close() {
      await client.close();
      stdin.end();
      return [await running, err];
    },
  };
}

async function serveFolder(folder: string): Promise<string> {
  const server = createServer((request, response) => {
    const file = join(folder, decodeURIComponent(new URL(request.url!, 'http://localhost').pathname));
    if (existsSync(file)) response.end(readFileSync(file));
    else response.writeHead(404).end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}
