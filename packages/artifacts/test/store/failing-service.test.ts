import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createEmbedder } from '@topicmill/embedding/llm-infrastructure';
import type { Embedder } from '@topicmill/text/embedder';
import { expect, it, onTestFinished } from 'vitest';
import { type ArtifactStore, openSqliteStore } from '../../src/store/index.js';
import { temporaryFolder } from './temporary-folder.js';
import { windowSplitter } from './window-splitter.js';

/** Texts that the client sends in one request at most. */
const REQUEST_TEXT_COUNT = 128;

/** A service that speaks OpenAI's protocol on loopback, and fails from one of its requests on. */
async function startService(): Promise<{ embedder: Embedder; requests: { count: number; failing: number } }> {
  const requests = { count: 0, failing: -1 };
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const { input } = JSON.parse(Buffer.concat(parts).toString()) as { input: string[] };
    const fails = requests.failing >= 0 && requests.count >= requests.failing;
    requests.count++;
    response.writeHead(fails ? 500 : 200, { 'content-type': 'application/json' });
    const data = input.map((text, index) => ({ index, embedding: [1 + (text.length % 7), text.charCodeAt(3), 1] }));
    response.end(JSON.stringify(fails ? { error: { message: 'down' } } : { data }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const env = { OPENAI_API_KEY: 'none', OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1` };
  return { embedder: createEmbedder('openai:test', { env, retryCount: 0 }), requests };
}

async function contents(store: ArtifactStore): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of store.exportLines()) lines.push(line);
  return lines;
}

it('writes nothing when the service fails, at whichever request', async () => {
  const { embedder, requests } = await startService();
  const path = join(temporaryFolder(), 'store.sqlite');
  const store = await openSqliteStore({ path, embedder, splitter: windowSplitter(20, 0) });
  onTestFinished(() => store.close());
  const input = { artifactType: 'doc', sourceSystem: 'test', sourceId: 'a' };
  const textOf = (edition: string): string =>
    Array.from({ length: 4 * REQUEST_TEXT_COUNT + 9 }, (_, at) => `${edition} ${at}`.padEnd(20, '.')).join('');
  let before = await contents(store);
  for (const edition of ['first', 'second']) {
    const requestCount = 5;
    for (let failing = 0; failing < requestCount; failing++) {
      Object.assign(requests, { count: 0, failing });
      const refused = store.ingest({ ...input, content: textOf(edition) });
      await expect(refused).rejects.toMatchObject({ code: 'EMBEDDER_SERVER_ERROR' });
      expect(await contents(store)).toEqual(before);
    }
    Object.assign(requests, { count: 0, failing: -1 });
    await store.ingest({ ...input, content: textOf(edition) });
    expect(requests.count).toBe(requestCount);
    before = await contents(store);
  }
  expect(await store.verify()).toMatchObject({ ok: true });
});
