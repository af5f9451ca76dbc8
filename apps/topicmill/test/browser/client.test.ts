import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fetchLoader, openDocs, type SearchOptions } from '@topicmill/search/retrieval';
import { chromiumPath, launchChromium, needsChromium } from '@topicmill/test-support/chromium';
import { build } from 'esbuild';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reference, sampleRepo } from '../docs-repo.js';
import { serveRepo } from '../serve-repo.js';
import { staticServer } from './static-server.js';

const TOPIC = 'drinks/tea';
const QUERIES = ['storing green leaves', 'How is tea brewed?', 'beans', 'serving', 'nothing of the kind'];
const OPTIONS: readonly SearchOptions[] = [
  {},
  { mode: 'bm25', limit: 3 },
  { mode: 'prompts' },
  { mode: 'vectors', limit: 4 },
  { topic: TOPIC, kind: 'prose' },
];

/** What one reader, in a browser or in Node, found. 64-bit integers as texts. */
interface Reading {
  readonly searches: readonly unknown[];
  readonly stripe: readonly number[];
  readonly span: string;
  readonly chunk: string;
  readonly hashes: readonly string[];
  readonly prompts: readonly unknown[];
}

/**
 * Reads docs as a client would. It runs in Node, and as its own text in a browser, so that nothing of this module is
 * within its reach.
 */
async function readDocs(
  client: Pick<typeof import('@topicmill/search/retrieval'), 'fetchLoader' | 'openDocs'>,
  url: string,
  {
    topic,
    queries,
    options,
    vector,
  }: { topic: string; queries: readonly string[]; options: readonly SearchOptions[]; vector: number[] },
): Promise<Reading> {
  const docs = client.openDocs(
    client.fetchLoader(url, (address, init) => fetch(address, init)),
    async () => Float32Array.from(vector),
  );
  const searches: unknown[] = [];
  for (const query of queries) for (const option of options) searches.push(await docs.search(query, option));
  const stripe = await docs.takeStripe(topic, { order: 'conceptual', maxTokens: 2000 });
  const items = await docs.chunks(topic);
  return {
    searches,
    stripe: stripe.map(({ index }) => index),
    span: await docs.readSourceSpan(topic, 2),
    chunk: await docs.readChunk(topic, 2),
    hashes: items.flatMap(({ prompt_hashes: hashes }) => (hashes ?? []).map(String)),
    prompts: (await docs.matchPrompts(topic, 'How is tea brewed?', 20)).map(({ distance, item }) => [
      distance,
      item.index,
    ]),
  };
}

describe.runIf(chromiumPath !== undefined)(`the reading client, ${needsChromium}`, () => {
  let browser: Browser;
  let bundle: string;

  beforeAll(async () => {
    browser = await launchChromium();
    const { outputFiles } = await build({
      entryPoints: [fileURLToPath(import.meta.resolve('@topicmill/search/retrieval'))],
      bundle: true,
      format: 'iife',
      globalName: 'client',
      platform: 'browser',
      conditions: ['@topicmill/source'],
      write: false,
    });
    bundle = outputFiles[0]!.text;
  });

  afterAll(() => browser?.close());

  it('finds over serve and over a plain host just what it finds in Node', async () => {
    const repo = sampleRepo({ 'docs/cakes/layer cake & cream/golden-reference.md': reference('Crème', 'ünïcode') });
    await repo.build();
    await repo.run('search-index', '--quiet');
    const serve = await serveRepo(repo, { cors: '*' });
    const host = createServer(staticServer(join(repo.root, 'docs')));
    await new Promise<void>((listening) => host.listen(0, '127.0.0.1', listening));
    try {
      const { vector } = (await (await fetch(`${serve.url}_topicmill/query-vector?text=tea`)).json()) as {
        vector: number[];
      };
      const task = { topic: TOPIC, queries: QUERIES, options: OPTIONS, vector };
      const inNode = await readDocs({ fetchLoader, openDocs }, serve.url, task);
      expect(inNode.searches.some((each) => (each as { results: unknown[] }).results.length > 0)).toBe(true);
      expect(inNode.hashes.some((hash) => BigInt(hash) > BigInt(Number.MAX_SAFE_INTEGER))).toBe(true);
      expect(inNode.prompts.length).toBeGreaterThan(0);
      expect(inNode.chunk).toContain(inNode.span.trim());

      const plainUrl = `http://127.0.0.1:${(host.address() as AddressInfo).port}/`;
      for (const [origin, url] of [
        [serve.url, serve.url],
        [plainUrl, plainUrl],
        [plainUrl, serve.url],
      ] as const) {
        const page = await browser.newPage();
        await page.goto(`${origin}index.json`);
        await page.addScriptTag({ content: bundle });
        const inBrowser = await page.evaluate(`(${readDocs})(client, ${JSON.stringify(url)}, ${JSON.stringify(task)})`);
        expect(JSON.stringify(inBrowser)).toBe(JSON.stringify(inNode));
        await page.close();
      }
    } finally {
      host.close();
      host.closeAllConnections();
    }
  });
});
