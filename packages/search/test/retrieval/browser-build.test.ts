import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { createContext, runInContext } from 'node:vm';
import { Worker } from 'node:worker_threads';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import {
  analyzeText,
  buildSearchIndex,
  fetchLoader,
  findSnippet,
  headingPath,
  memoryLoader,
  openDocs,
  openInstantSearch,
  openSearchIndex,
  remarksOn,
  resultJson,
} from '../../src/retrieval/index.js';
import { publishedDocs } from './published-docs.js';
import { loaderOf, publishedFiles, topicOf } from './sample-docs.js';

const BUILD = fileURLToPath(new URL('../../build-browser.mjs', import.meta.url));
const FILE = fileURLToPath(new URL('../../dist/browser/retrieval.js', import.meta.url));

async function serveDocs(): Promise<string> {
  const files = publishedDocs();
  const server = createServer((request, response) => {
    const bytes = files.get(decodeURIComponent(request.url!.slice(1)));
    response.statusCode = bytes === undefined ? 404 : 200;
    response.end(bytes);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Runs where the module is, with nothing else within its reach. */
async function readAll(client: typeof import('../../src/retrieval/index.js'), url: string): Promise<string> {
  const loader = client.fetchLoader(url, (address, init) => fetch(address, init));
  const docs = client.openDocs(loader);
  const { results } = await docs.search('green');
  const { pages } = await (await client.openInstantSearch(loader)).search('gree');
  return JSON.stringify({ results, pages, chunks: await docs.chunks('drinks & more/tea') });
}

function withoutBigints(value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) return value.map(withoutBigints);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withoutBigints(each)]));
}

describe('the build for browsers', () => {
  beforeAll(() => {
    execFileSync(process.execPath, [BUILD]);
  });

  it('is one module that imports nothing and runs in a worker', async () => {
    const url = await serveDocs();
    const code = `import('file://${FILE}').then((client) => (${readAll})(client, '${url}'))
      .then((text) => require('node:worker_threads').parentPort.postMessage(text))`;
    const worker = new Worker(code, { eval: true });
    onTestFinished(() => void worker.terminate());
    const text = await new Promise<string>((resolve, reject) => {
      worker.once('message', resolve).once('error', reject);
    });
    const read = JSON.parse(text) as { results: unknown[]; pages: unknown[]; chunks: { prompt_hashes?: string[] }[] };
    expect([read.results.length, read.pages.length]).toEqual([1, 1]);
    expect(read.chunks[0]!.prompt_hashes).toEqual([String(2n ** 64n - 1n)]);
  });

  it('needs only what edge runtimes have', async () => {
    const context = createContext({ TextDecoder, TextEncoder, atob, btoa, fetch, URL });
    const exported = (names: string): string => `;({${names.replace(/([\w$]+) as (\w+)/g, '$2: $1')}})`;
    const script = readFileSync(FILE, 'utf8').replace(/export\s*\{([^}]*)\};?\s*$/, (_, names: string) =>
      exported(names),
    );
    const client = runInContext(script, context) as typeof import('../../src/retrieval/index.js');
    expect(await readAll(client, await serveDocs())).toContain('Tea');
  });

  it('needs nothing of Node', () => {
    const code = readFileSync(FILE, 'utf8');
    expect(code).not.toMatch(/["']node:|\bprocess\.|\brequire\(|\bBuffer\b/);
    expect(code).not.toMatch(/\bimport\s*[{*"']|\bimport\s+\w+\s+from/);
  });
});

describe('what is answered is the same after JSON.stringify, 64-bit integers as texts', () => {
  const docs = () => openDocs(memoryLoader(publishedDocs()));
  const withTexts = buildSearchIndex([topicOf('tea', 'Tea', 'Green and black.')], { withTexts: true });
  const instant = () => openInstantSearch(memoryLoader(publishedFiles(withTexts)));
  const id = 'drinks & more/tea';
  const request = { order: 'conceptual', count: 3 } as const;
  const searched = async () => (await openSearchIndex(memoryLoader(publishedDocs()))).search('green');

  it.each<[string, () => unknown]>([
    ['Docs.index', () => docs().index(id)],
    ['Docs.topicIds', () => docs().topicIds()],
    ['Docs.chunks', () => docs().chunks(id)],
    ['Docs.takeStripe', () => docs().takeStripe(id, request)],
    ['Docs.takeSample', () => docs().takeSample(id, request)],
    ['Docs.matchPrompts', () => docs().matchPrompts(id, 'Why?', 64)],
    ['Docs.readChunk', () => docs().readChunk(id, 0)],
    ['Docs.readSourceSpan', () => docs().readSourceSpan(id, 0)],
    ['Docs.search', () => docs().search('green')],
    ['SearchIndex.search', searched],
    ['InstantSearch.search', async () => (await instant()).search('gree')],
    ['InstantSearch.filters', async () => (await instant()).filters()],
    [
      'InstantSearch.passage',
      async () => {
        const index = await instant();
        const { pages } = await index.search('gree');
        return index.passage(pages[0]!.sections[0]!, 'gree');
      },
    ],
    ['resultJson', async () => resultJson((await searched()).results[0]!)],
    ['remarksOn', async () => remarksOn(await searched())],
    ['findSnippet', () => findSnippet('Green and black.', ['green'])],
    ['headingPath', () => headingPath('# Tea\n## Green\nText.')],
    ['analyzeText', () => analyzeText('Green and black.')],
  ])('%s', async (_, answer) => {
    const value = await answer();
    expect(JSON.parse(JSON.stringify(value))).toEqual(withoutBigints(value));
  });
});

describe('arguments', () => {
  const loader = loaderOf([topicOf('a', 'Ants', 'Hills.')]);

  it.each([
    [() => fetchLoader(undefined as unknown as string, fetch)],
    [() => fetchLoader('https://example.org', undefined as unknown as typeof fetch)],
    [() => openDocs(undefined as never)],
    [() => openInstantSearch({} as never)],
    [async () => (await openSearchIndex(loader)).search(5 as never)],
    [async () => (await openSearchIndex(loader)).search('ants', { limt: 5 } as never)],
    [async () => (await openSearchIndex(loader)).search('ants', { limit: -1 })],
    [async () => (await openSearchIndex(loader)).search('ants', { mode: 'magic' as never })],
    [async () => (await openInstantSearch(loader)).search('ants', null as never)],
    [async () => (await openInstantSearch(loader)).search('ants', { section: 1 as never })],
  ])('%s is refused', async (call) => {
    const thrown = await Promise.resolve()
      .then(call as () => unknown)
      .then(
        () => undefined,
        (error: unknown) => error,
      );
    expect(thrown).toMatchObject({ code: 'INVALID_OPTION' });
  });
});
