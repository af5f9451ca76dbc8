import { gzipSync } from 'node:zlib';
import { chunkFileText, semanticStrategy } from '@topicmill/chunking';
import { EMBEDDING_DIMENSIONS, embedText } from '@topicmill/embedding/static-embeddings';
import { bundledWordVectors } from '@topicmill/embedding/static-embeddings/node';
import {
  buildSearchIndex,
  type DocsLoader,
  memoryLoader,
  openSearchIndex,
  SEARCH_DIRECTORY,
  type SearchIndex,
  type SearchMode,
  type SearchTopic,
} from '@topicmill/search/retrieval';
import { generateTopics } from '@topicmill/test-support/generate';
import { loadTokenCounter } from '@topicmill/text/tokens';
import { pickChunkFacts, readQaPairs } from '@topicmill/topics/formats';
import type { Row, Table } from '../table-command.js';

const CATEGORY_COUNT = 20;
const SEED = 1;
const QUERY_COUNT = 1000;

/** Docs to search. */
interface GeneratedDocs {
  readonly topics: readonly SearchTopic[];
  readonly queries: readonly string[];
}

/** Topics of a size, with chunk vectors that are random, and up to 1,000 of their questions; the same in every run. */
export async function generatedDocs(chunkCount: number): Promise<GeneratedDocs> {
  const tokenCounter = await loadTokenCounter('words');
  const strategy = semanticStrategy({ tokenCounter });
  const topics: SearchTopic[] = [];
  const queries: string[] = [];
  let missing = chunkCount;
  for (const { path, text } of generateTopics({ topicCount: chunkCount, categoryCount: CATEGORY_COUNT, seed: SEED })) {
    const id = path.slice('docs/'.length, path.lastIndexOf('/'));
    if (path.endsWith('/qa-pairs.md')) queries.push(...readQaPairs(text, path).pairs.map(({ question }) => question));
    if (!path.endsWith('/golden-reference.md')) continue;
    if (missing === 0) break;
    const { chunks } = strategy.chunk({ text, file: path, fileTitle: id });
    const kept = chunks.slice(0, missing);
    missing -= kept.length;
    topics.push({
      id,
      title: text.slice(2, text.indexOf('\n')),
      chunks: kept.map((chunk, index) => ({
        title: chunk.title,
        path: `${id}/_chunks/golden-reference-${index}.md`,
        ...pickChunkFacts(chunk),
        text: chunkFileText(chunk, text),
        questions: [],
        vector: randomVector(chunkCount - missing - index),
      })),
    });
  }
  const step = Math.max(1, Math.floor(queries.length / QUERY_COUNT));
  return { topics, queries: queries.filter((_, at) => at % step === 0).slice(0, QUERY_COUNT) };
}

/** Components between -1 and 1 by a linear congruential generator (Numerical Recipes). */
function randomVector(seed: number): Float32Array {
  let state = seed;
  return Float32Array.from({ length: EMBEDDING_DIMENSIONS }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return state / 2 ** 31;
  });
}

const MODES: readonly SearchMode[] = ['bm25', 'hybrid', 'vectors'];
/** A scan of all vectors: fewer queries tell enough. */
const SCAN_QUERY_COUNT = 100;
const P99 = 0.99;

/** How long a search takes in one process, how large its index is, and how much of it a first query loads. */
export async function retrievalSection(chunkCounts: readonly number[], log: (message: string) => void): Promise<Table> {
  const measured: (readonly Row[])[] = [];
  for (const chunkCount of chunkCounts) {
    log(`Searching ${chunkCount} chunks.\n`);
    measured.push(await measureSize(chunkCount));
  }
  return {
    title: 'Retrieval',
    notes: [
      'Generated topics; chunk vectors are random, of the built-in length; queries are the topics’ questions.',
      'In one process, from memory, one query after the other, embedding of the query included.',
    ],
    columns: chunkCounts.map((count) => `${count} chunks`),
    rows: measured[0]!.map(({ name }, at) => ({ name, values: measured.map((rows) => rows[at]!.values[0]) })),
  };
}

async function measureSize(chunkCount: number): Promise<Row[]> {
  const { topics, queries } = await generatedDocs(chunkCount);
  const rows: Row[] = [];
  const add = (name: string, value: number): void => {
    rows.push({ name, values: [value] });
  };
  const [files, buildMs] = await timed(async () => buildSearchIndex(topics, { model: 'builtin' }));
  add('s to build', buildMs / 1000);
  const byteCount = [...files.values()].reduce((sum, bytes) => sum + bytes.length, 0);
  add('bytes a chunk', byteCount / chunkCount);
  add('bytes a chunk, without vectors', byteCount / chunkCount - EMBEDDING_DIMENSIONS - 4);
  const loader = new CountingLoader(files);
  const vectors = bundledWordVectors();
  const embed = async (query: string) => embedText(vectors, query);
  const [index, openMs] = await timed(() => openSearchIndex(loader, embed));
  add('ms to open', openMs);
  add('kB loaded to open', loader.loadedBytes / 1000);
  const [, firstMs] = await timed(() => index.search(queries[0]!));
  add('ms for the first query', firstMs);
  add('kB loaded by then', loader.loadedBytes / 1000);
  for (const [name, bytes] of await loadedByWords(files, queries)) add(name, bytes / 1000);
  for (const mode of MODES) {
    const count = mode === 'vectors' ? SCAN_QUERY_COUNT : queries.length;
    const times = await queryTimes(index, queries.slice(0, count), mode);
    add(`${mode}: queries/s`, (1000 * times.length) / times.reduce((sum, ms) => sum + ms, 0));
    add(`${mode}: ms, 99 % of queries`, times[Math.floor(P99 * times.length)]!);
  }
  return rows;
}

/** What two searches by words load, as it is and compressed: the least that a browser loads, without code and passages. */
async function loadedByWords(
  files: ReadonlyMap<string, Uint8Array>,
  [query, another]: readonly string[],
): Promise<[name: string, bytes: number][]> {
  const loader = new CountingLoader(files);
  const index = await openSearchIndex(loader);
  const opened = loader.compressedBytes;
  await index.search(query!, { mode: 'bm25' });
  const { loadedBytes, compressedBytes } = loader;
  await index.search(another!, { mode: 'bm25' });
  return [
    ['by words: kB to open, compressed', opened],
    ['by words: kB of a first search', loadedBytes],
    ['by words: the same, compressed', compressedBytes],
    ['by words: kB of another search, compressed', loader.compressedBytes - compressedBytes],
  ];
}

/** Milliseconds of each query in rising order, after a first round that loads what all of them need. */
async function queryTimes(index: SearchIndex, queries: readonly string[], mode: SearchMode): Promise<number[]> {
  for (const query of queries) await index.search(query, { mode });
  const times: number[] = [];
  for (const query of queries) times.push((await timed(() => index.search(query, { mode })))[1]);
  return times.sort((a, b) => a - b);
}

async function timed<T>(work: () => Promise<T>): Promise<readonly [result: T, ms: number]> {
  const before = performance.now();
  const result = await work();
  return [result, performance.now() - before];
}

class CountingLoader implements DocsLoader {
  loadedBytes = 0;
  compressedBytes = 0;
  private readonly memory: DocsLoader;

  constructor(files: ReadonlyMap<string, Uint8Array>) {
    this.memory = memoryLoader(new Map([...files].map(([name, bytes]) => [`${SEARCH_DIRECTORY}/${name}`, bytes])));
  }

  async read(...request: Parameters<DocsLoader['read']>): Promise<Uint8Array> {
    const bytes = await this.memory.read(...request);
    this.loadedBytes += bytes.length;
    this.compressedBytes += gzipSync(bytes).length;
    return bytes;
  }
}
