import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { analyzeText } from '@topicmill/search/retrieval';
import type { Pagefind } from '../peers.js';
import type { Topic } from '../read-topics.js';
import type { Searcher } from './searcher.js';

const KEEP_ALIVE_MS = 600_000;
const WORD = /[\p{L}\p{N}]+/gu;

/** The part of Pagefind's client that is used. */
interface PagefindClient {
  options(options: { basePath: string }): Promise<unknown>;
  search(
    word: string,
    options?: { filters: { topic: string } },
  ): Promise<{ results: { score: number; data(): Promise<{ raw_url: string }> }[] }>;
}

/**
 * Pagefind over whole topics, and over chunks for the best one of a topic, asked word by word, since it finds only pages
 * that contain every word of a query: each word's scores as a share of its best, weighted by its inverse document frequency, added up.
 * Stop words are not asked for.
 *
 * @returns the searcher, and what ends its server and removes its files
 */
export async function pagefindPeer(
  pagefind: Pagefind,
  topics: readonly Topic[],
): Promise<{ searcher: Searcher; close(): void }> {
  const folder = mkdtempSync(join(tmpdir(), 'pagefind-'));
  const chunks = topics.flatMap(({ id, title, chunkTexts }) =>
    chunkTexts.map((text, at) => ({ url: `${id}#${at}`, title, text, topic: id })),
  );
  const pages = topics.map(({ id, title, text }) => ({ url: id, title, text: `${title}\n${text}`, topic: id }));
  await writeIndex(pagefind, pages, join(folder, 'pages'));
  await writeIndex(pagefind, chunks, join(folder, 'chunks'));
  await pagefind.close();
  const server = createServer((request, response) => {
    const path = join(folder, new URL(request.url!, 'http://localhost').pathname);
    if (existsSync(path)) response.end(readFileSync(path));
    else response.writeHead(404).end();
  });
  // Longer than any pause between two questions: a connection that ends while it is taken up again fails the request.
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const open = async (name: string): Promise<PagefindClient> => {
    const client = (await import(pathToFileURL(join(folder, name, 'pagefind.js')).href)) as PagefindClient;
    await client.options({ basePath: `http://127.0.0.1:${(server.address() as AddressInfo).port}/${name}/` });
    return client;
  };
  const [pageClient, chunkClient] = [await open('pages'), await open('chunks')];
  const texts = new Map(chunks.map(({ url, text }) => [url, text]));
  return {
    searcher: {
      name: 'Pagefind, topics, word by word',
      family: 'Pagefind, topics, word by word',
      search: async (question) => ({ topics: await find(question, pageClient, topics.length) }),
      bestChunk: async (question, topic) =>
        texts.get((await find(question, chunkClient, chunks.length, topic))[0] ?? ''),
    },
    close() {
      server.close();
      server.closeAllConnections();
      rmSync(folder, { recursive: true });
    },
  };
}

interface Page {
  readonly url: string;
  readonly title: string;
  readonly text: string;
  readonly topic: string;
}

async function writeIndex(pagefind: Pagefind, pages: readonly Page[], folder: string): Promise<void> {
  const { index } = await pagefind.createIndex({});
  for (const { url, title, text, topic } of pages) {
    await index.addCustomRecord({
      url: `/${url}`,
      content: text,
      language: 'en',
      meta: { title },
      filters: { topic: [topic] },
    });
  }
  await index.writeFiles({ outputPath: folder });
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
}

/** @returns addresses of pages, best first */
async function find(
  question: string,
  client: PagefindClient,
  pageCount: number,
  topic: string | undefined = undefined,
): Promise<string[]> {
  const scores = new Map<string, number>();
  for (const word of new Set(question.match(WORD))) {
    if (analyzeText(word).length === 0) continue;
    const { results } = await client.search(word, topic === undefined ? undefined : { filters: { topic } });
    const best = Math.max(...results.map(({ score }) => score));
    const idf = Math.log(1 + (pageCount - results.length + 0.5) / (results.length + 0.5));
    for (const { score, data } of results) {
      const url = (await data()).raw_url.slice(1);
      scores.set(url, (scores.get(url) ?? 0) + (idf * score) / best);
    }
  }
  return [...scores].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).map(([url]) => url);
}
