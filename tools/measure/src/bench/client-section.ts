import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { buildSearchIndex, SEARCH_DIRECTORY } from '@topicmill/search/retrieval';
import { startDocsServer } from '@topicmill/serve/docs-server';
import { chromiumPath, launchChromium } from '@topicmill/test-support/chromium';
import { build } from 'esbuild';
import type { Browser } from 'playwright-core';
import { loadPagefind, type Pagefind } from '../peers.js';
import { median } from '../statistics.js';
import type { Row, Table } from '../table.js';
import { type GeneratedDocs, generatedDocs } from './generated-docs.js';

const ROUNDS = 5;
const LATENCY_MS = 40;
const BYTES_PER_SECOND = 10e6 / 8;

/** A way to search in a browser; `script` is an expression of the page, a promise of the first result's text. */
interface Contender {
  readonly name: string;
  readonly script: string;
}

/** What a first search took. */
interface Visit {
  readonly byteCount: number;
  readonly requestCount: number;
  readonly ms: number;
}

/**
 * What a browser loads, and how long it waits, from an empty cache to the text of the first result: the reading client and
 * Pagefind on the same chunks, over the same server.
 */
export async function clientSection(
  chunkCounts: readonly number[],
  withPeers: boolean,
  log: (message: string) => void,
): Promise<Table> {
  const notes = [
    `In chromium, from an empty cache to the text of the first result, client code included; the median of ${ROUNDS} visits.`,
    `Over topicmill serve, on this machine; "over a line" is ${LATENCY_MS} ms and ${(BYTES_PER_SECOND * 8) / 1e6} Mbit/s.`,
    'The query is the title of a topic; every chunk is a record of Pagefind’s.',
  ];
  if (chromiumPath === undefined) {
    return {
      title: 'Client',
      notes: ['Not measured: there is no chromium; set CHROMIUM_PATH.'],
      columns: [],
      rows: [],
    };
  }
  const pagefind = withPeers ? await loadPagefind(log) : undefined;
  const browser = await launchChromium();
  try {
    const measured: (readonly Row[])[] = [];
    for (const chunkCount of chunkCounts) {
      log(`First results from ${chunkCount} chunks.\n`);
      measured.push(await measureSize(chunkCount, pagefind, browser));
    }
    return {
      title: 'Client',
      notes,
      columns: chunkCounts.map((count) => `${count} chunks`),
      rows: measured[0]!.map(({ name }, at) => ({ name, values: measured.map((rows) => rows[at]?.values[0]) })),
    };
  } finally {
    await browser.close();
    await pagefind?.close();
  }
}

async function measureSize(chunkCount: number, pagefind: Pagefind | undefined, browser: Browser): Promise<Row[]> {
  const directory = mkdtempSync(join(tmpdir(), 'bench-client-'));
  try {
    const docs = await generatedDocs(chunkCount);
    const clientCode = await publish(docs, directory);
    if (pagefind !== undefined) await writePagefindIndex(pagefind, docs, join(directory, 'pagefind'));
    const server = await startDocsServer({ docsRoot: directory });
    try {
      const rows: Row[] = [
        { name: 'Client code: kB, minified', values: [clientCode.length / 1000] },
        { name: 'Client code: kB, as Brotli', values: [brotliCompressSync(clientCode).length / 1000] },
      ];
      for (const contender of contenders(docs, pagefind !== undefined)) {
        rows.push(...(await measureContender(contender, server.url, browser)));
      }
      return rows;
    } finally {
      await server.close();
    }
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** Writes the files of a static host: search index, chunks, a page to begin on, and the bundled client, which it returns. */
async function publish({ topics }: GeneratedDocs, directory: string): Promise<Uint8Array> {
  const write = (path: string, content: string | Uint8Array): void => {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), content);
  };
  for (const [name, bytes] of buildSearchIndex(topics, { model: 'random' }))
    write(`${SEARCH_DIRECTORY}/${name}`, bytes);
  for (const { chunks } of topics) for (const { path, text } of chunks) write(path, text);
  write('blank.txt', '');
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(import.meta.resolve('@topicmill/search/retrieval'))],
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    write: false,
  });
  const clientCode = outputFiles[0]!.contents;
  write('client.js', clientCode);
  return clientCode;
}

/** One record per chunk. */
async function writePagefindIndex(pagefind: Pagefind, { topics }: GeneratedDocs, outputPath: string): Promise<void> {
  const { index } = await pagefind.createIndex({});
  for (const { title, chunks } of topics) {
    for (const { path, title: chunkTitle, text } of chunks) {
      const content = `${title}\n${text}`;
      await index.addCustomRecord({ url: `/${path}`, content, language: 'en', meta: { title: chunkTitle } });
    }
  }
  await index.writeFiles({ outputPath });
}

function contenders({ topics }: GeneratedDocs, hasPagefind: boolean): Contender[] {
  const { title, chunks } = topics[Math.floor(topics.length / 2)]!;
  const query = JSON.stringify(title);
  const ownSearch = (embed: string): string => `import('/client.js').then(async ({ fetchLoader, openSearchIndex }) => {
    const loader = fetchLoader(location.origin, (url, init) => fetch(url, init));
    const index = await openSearchIndex(loader, ${embed});
    const { results } = await index.search(${query}, { limit: 1 });
    return new TextDecoder().decode(await loader.read(results[0].path));
  })`;
  const vector = `async () => Float32Array.from(${JSON.stringify([...chunks[0]!.vector!])})`;
  const pagefind = `import('/pagefind/pagefind.js').then(async (pagefind) => {
    const { results } = await pagefind.search(${query});
    return (await results[0].data()).excerpt;
  })`;
  return [
    { name: 'Words', script: ownSearch('undefined') },
    { name: 'Words and vectors', script: ownSearch(vector) },
    ...(hasPagefind ? [{ name: 'Pagefind', script: pagefind }] : []),
  ];
}

async function measureContender({ name, script }: Contender, url: string, browser: Browser): Promise<Row[]> {
  const here = await visits(script, url, browser, false);
  const farAway = await visits(script, url, browser, true);
  const row = (what: string, value: number): Row => ({ name: `${name}: ${what}`, values: [value] });
  return [
    row('kB loaded', median(here.map(({ byteCount }) => byteCount)) / 1000),
    row('requests', median(here.map(({ requestCount }) => requestCount))),
    row('ms, on this machine', median(here.map(({ ms }) => ms))),
    row('ms, over a line', median(farAway.map(({ ms }) => ms))),
  ];
}

async function visits(script: string, url: string, browser: Browser, isFarAway: boolean): Promise<Visit[]> {
  const all: Visit[] = [];
  for (let round = 0; round < ROUNDS; round++) all.push(await visit(script, url, browser, isFarAway));
  return all;
}

async function visit(script: string, url: string, browser: Browser, isFarAway: boolean): Promise<Visit> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await page.goto(`${url}blank.txt`);
    await session.send('Network.enable');
    if (isFarAway) {
      const throughput = { downloadThroughput: BYTES_PER_SECOND, uploadThroughput: BYTES_PER_SECOND };
      await session.send('Network.emulateNetworkConditions', { offline: false, latency: LATENCY_MS, ...throughput });
    }
    let byteCount = 0;
    let requestCount = 0;
    session.on('Network.loadingFinished', ({ encodedDataLength }) => {
      byteCount += encodedDataLength;
      requestCount++;
    });
    const ms = await page.evaluate<number>(`(async () => {
      const before = performance.now();
      if (typeof (await ${script}) !== 'string') throw new Error('Nothing was found.');
      return performance.now() - before;
    })()`);
    return { byteCount, requestCount, ms };
  } finally {
    await context.close();
  }
}
