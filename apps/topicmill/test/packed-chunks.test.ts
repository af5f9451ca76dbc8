import { cpSync, readFileSync, rmSync } from 'node:fs';
import { buildDocs } from '@topicmill/pipeline/docs-build';
import { openWorkspace } from '@topicmill/pipeline/workspace';
import { fetchLoader, openDocs } from '@topicmill/search/retrieval';
import { startDocsServer } from '@topicmill/serve/docs-server';
import { openTestDatabase } from '@topicmill/test-support/postgres';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { directoryLoader } from '../src/docs-source/directory-loader.js';
import { DocsRepo } from './docs-repo.js';

const database = await openTestDatabase();
afterAll(() => database?.close());

const SETTINGS = `sources: pages
site: { generator: docusaurus, url: 'https://kiln.example.org/' }
`;
const PACKED = `${SETTINGS}packChunks: true\n`;
const CLAY = `---
title: Clay
---
Stoneware for plates and für große Schüsseln; see [how to fire it](guide/firing.md#glaze-firing).

## Storing clay

Wrap it in plastic, and keep it damp.

### In winter

Frost breaks clay that is wet.
`;
const FIRING = '# Firing\n\nTwo firings make a pot.\n\n## Glaze firing\n\nFaster, to 1250 degrees.\n';

function repoOf(config: string): DocsRepo {
  return new DocsRepo({
    'topicmill.yaml': config,
    'docs/clay.md': CLAY,
    'docs/guide/firing.md': FIRING,
    'docs/guide/c#.md': '# C# in the kiln\n\nA thermometer that is read by a program.\n\n## Wiring\n\nTwo wires.\n',
    'topicmill/clay.qa.md': '## Q: How is clay stored?\n\nA: Wrapped in plastic.\n',
    '.gitignore': '.topicmill\n.embedding-cache\n',
  });
}

async function built(config: string): Promise<DocsRepo> {
  const repo = repoOf(config);
  expect(await repo.run('build')).toMatchObject({ exitCode: 0 });
  return repo;
}

function chunkFiles(repo: DocsRepo): string[] {
  return Object.keys(repo.files('topics')).filter((path) => /_chunks\/.*\.md$/.test(path));
}

/** The names of chunks in files of their own. */
function asFiles(text: string): string {
  return text.replace(/\.chunks\.md#(\d+)/g, '-$1.md');
}

/** What is answered from built docs by everything that reads chunks. */
async function answers(repo: DocsRepo): Promise<string[]> {
  const commands = [
    ['query', 'storing wet clay', '--json'],
    ['query', 'wiring of the thermometer'],
    ['query', '--topic', 'clay', '--stripe', 'conceptual', '--n', '3', '--json'],
    ['context', 'how hot is the glaze firing?', '--json'],
    ['verify'],
    ['cache', 'verify'],
  ];
  const outputs: string[] = [];
  for (const args of commands) {
    const { exitCode, out, err } = await repo.run(...args);
    expect([args, exitCode, err]).toEqual([args, 0, '']);
    outputs.push(`${args.join(' ')}\n${out}`);
  }
  expect((await repo.run('export', 'jsonl', 'llms', '--out', 'exported')).exitCode).toBe(0);
  outputs.push(repo.read('exported/chunks.jsonl'), repo.read('exported/llms-full.txt'));
  return outputs.map(asFiles);
}

/** Every chunk as readers of published docs get it: by its number, and by the path that a search found. */
async function publishedTexts(docs: ReturnType<typeof openDocs>): Promise<string[]> {
  const texts: string[] = [];
  for (const id of await docs.topicIds()) {
    const items = await docs.chunks(id);
    texts.push(...(await Promise.all(items.map(({ index }) => docs.readChunk(id, index)))));
    for (const { index } of items) texts.push(JSON.stringify([...(await docs.linkAddresses(id, index))]));
  }
  for (const { topic, index, path } of (await docs.search('clay glaze wires')).results)
    texts.push(await docs.readChunk(topic, index, path));
  return texts;
}

it('all that reads chunks answers the same whether they are packed or not', async () => {
  const [plain, packed] = [await built(SETTINGS), await built(PACKED)];
  expect(chunkFiles(packed)).toEqual([
    'clay/_chunks/clay.chunks.md',
    'guide/c#/_chunks/c#.chunks.md',
    'guide/firing/_chunks/firing.chunks.md',
  ]);
  const wanted = await answers(plain);
  expect(await answers(packed)).toEqual(wanted);
  const published = [];
  for (const repo of [plain, packed]) {
    expect((await repo.run('search-index')).exitCode).toBe(0);
    published.push(await publishedTexts(openDocs(directoryLoader(repo.path('topics')))));
  }
  expect(published[1]).toEqual(published[0]);
  expect(published[0]!.length).toBeGreaterThan(10);
});

it('a plain file server is enough, and the chunks of a page that are asked for together are one request', async () => {
  const packed = await built(PACKED);
  expect((await packed.run('search-index')).exitCode).toBe(0);
  const server = await startDocsServer({ docsRoot: packed.path('topics'), viewerRoot: packed.path('topics') });
  onTestFinished(() => server.close());
  const asked: string[] = [];
  const counting: typeof fetch = (input, init) => {
    asked.push(String(input));
    return fetch(input, init);
  };
  const docs = openDocs(fetchLoader(server.url, counting));
  const chunks = await docs.chunks('clay');
  asked.length = 0;
  const texts = await Promise.all(chunks.map(({ index }) => docs.readChunk('clay', index)));
  expect(asked.filter((url) => url.includes('_chunks'))).toHaveLength(1);
  expect(texts.join('')).toContain('Frost breaks clay');
});

it('the setting converts docs either way at the next build, and leaves no file of the other', async () => {
  const repo = await built(SETTINGS);
  const [plainFiles, packedFiles] = [repo.files('topics'), (await built(PACKED)).files('topics')];
  repo.write('topicmill.yaml', PACKED);
  expect((await repo.run('build')).exitCode).toBe(0);
  expect(repo.files('topics')).toEqual(packedFiles);
  repo.write('topicmill.yaml', SETTINGS);
  expect((await repo.run('build')).exitCode).toBe(0);
  expect(repo.files('topics')).toEqual(plainFiles);
});

it('an edit below the first chunk does not find related topics anew', async () => {
  const repo = await built(PACKED);
  await repo.run('build');
  repo.write('docs/clay.md', CLAY.replace('keep it damp', 'keep it wet'));
  const { folders } = await buildDocs(openWorkspace(repo.root, { env: {} }), {});
  const outcomes = folders.flatMap(({ steps }) => steps.map(({ step, outcome }) => `${step} ${outcome}`));
  expect(outcomes).toContain('chunk ran');
  expect(outcomes).toContain('related current');
  repo.write('docs/clay.md', CLAY.replace('Stoneware', 'Earthenware'));
  const again = await buildDocs(openWorkspace(repo.root, { env: {} }), {});
  expect(again.folders.flatMap(({ steps }) => steps.map(({ step, outcome }) => `${step} ${outcome}`))).toContain(
    'related ran',
  );
});

it('a pack that was altered is found by verify, answered without, and made again by the next build', async () => {
  const repo = await built(PACKED);
  const path = 'topics/clay/_chunks/clay.chunks.md';
  const before = readFileSync(repo.path(path));
  repo.write(path, repo.read(path).replace('Frost', 'Cold'));
  const { exitCode, err } = await repo.run('verify');
  expect(exitCode).toBe(1);
  expect(err).toContain('CHUNK_FILE_WRONG');
  const { out } = await repo.run('query', 'frost wet clay', '--json');
  expect(out).not.toContain('Cold breaks');
  expect((await repo.run('build')).exitCode).toBe(0);
  expect(readFileSync(repo.path(path))).toEqual(before);
  expect((await repo.run('verify')).exitCode).toBe(0);
});

it('topics that are folders have a file for each chunk', async () => {
  const repo = new DocsRepo({ 'topicmill.yaml': 'packChunks: true\n', 'docs/tea/golden-reference.md': '# Tea\n' });
  const { exitCode, err } = await repo.run('build');
  expect(exitCode).toBe(2);
  expect(err).toContain('needs `sources: pages`');
});

it('shards and restored states publish the same packs', async () => {
  const whole = (await built(PACKED)).files('topics');
  const last = repoOf(PACKED);
  for (const number of [1, 2]) {
    const shard = repoOf(PACKED);
    expect((await shard.run('build', '--shard', `${number}/2`)).exitCode).toBe(0);
    cpSync(shard.path('.topicmill/index'), last.path('.topicmill/index'), { recursive: true });
  }
  expect((await last.run('build')).exitCode).toBe(0);
  expect(last.files('topics')).toEqual(whole);
  rmSync(last.path('topics/clay/_chunks'), { recursive: true });
  expect((await last.run('restore')).exitCode).toBe(0);
  expect(last.files('topics')).toEqual(whole);
});

it.skipIf(database === undefined)('docs in PostgreSQL answer the same whether they are packed or not', async () => {
  const answered: string[][] = [];
  for (const config of [SETTINGS, PACKED]) {
    const repo = await built(config);
    const address = database!.newAddress();
    expect(await repo.run('publish', address)).toMatchObject({ exitCode: 0, err: '' });
    const outs: string[] = [];
    for (const question of ['storing wet clay', 'how hot is the glaze firing?']) {
      const { exitCode, out, err } = await repo.run('query', question, '--from', address, '--json');
      expect({ exitCode, err }).toEqual({ exitCode: 0, err: '' });
      expect(out).toContain('"passage"');
      outs.push(asFiles(out));
    }
    answered.push(outs);
  }
  expect(answered[1]).toEqual(answered[0]);
});
