import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ArtifactSearchMode, type ArtifactSplitter, openSqliteStore } from '@topicmill/artifacts/store';
import { DEFAULT_ARTIFACT_SIZES, splitArtifact } from '@topicmill/chunking';
import { loadTokenLocator } from '@topicmill/text/tokens';
import type { Row, Table } from '../table.js';
import { generatedDocuments } from './documents.js';
import { builtinEmbedder, fillStore, WINDOW_LENGTH, windows } from './stored-chunks.js';

/** Sizes of single artifacts, in megabytes: rates that stay the same are linear time. */
const ARTIFACT_MEGABYTES = [1, 3, 10];
const MODES: readonly ArtifactSearchMode[] = ['lexical', 'dense', 'hybrid'];
const QUERY_COUNT = 100;
/** What is ingested before anything is measured, in megabytes. */
const WARM_UP_MEGABYTES = 0.5;

/** How fast one large artifact is ingested, step by step, and how long a search takes in stores of several sizes. */
export async function artifactsSection(chunkCounts: readonly number[], log: (message: string) => void): Promise<Table> {
  await inTemporaryFolder((folder) => measureIngest(folder, WARM_UP_MEGABYTES));
  const ingests: ReadonlyMap<string, number>[] = [];
  for (const megabytes of ARTIFACT_MEGABYTES) {
    log(`Ingesting ${megabytes} MB.\n`);
    ingests.push(await inTemporaryFolder((folder) => measureIngest(folder, megabytes)));
  }
  const searches: ReadonlyMap<string, number>[] = [];
  for (const chunkCount of chunkCounts) {
    log(`Searching ${chunkCount} chunks.\n`);
    searches.push(await inTemporaryFolder((folder) => measureSearch(folder, chunkCount)));
  }
  const measured = [...ingests, ...searches];
  const names = [...new Set(measured.flatMap((values) => [...values.keys()]))];
  return {
    title: 'Artifact store',
    notes: [
      'One artifact of generated markdown, tokens of cl100k_base, built-in vectors; MB/s of CPU time.',
      'Writing is the transaction: rows, vectors, their bits, terms into FTS5, and the commit to disk.',
      `Searches for questions of generated topics among chunks of ${WINDOW_LENGTH} characters, embedding of the query included.`,
    ],
    columns: [...ARTIFACT_MEGABYTES.map((size) => `${size} MB`), ...chunkCounts.map((count) => `${count} chunks`)],
    rows: names.map((name): Row => ({ name, values: measured.map((values) => values.get(name)) })),
  };
}

async function measureIngest(folder: string, megabytes: number): Promise<Map<string, number>> {
  const content = generatedDocuments(megabytes * 1e6)
    .texts.join('\n')
    .slice(0, megabytes * 1e6);
  const tokens = await loadTokenLocator('cl100k_base');
  const spent = { splitting: 0, embedding: 0 };
  const splitter: ArtifactSplitter = (text, type) =>
    timed(spent, 'splitting', () => splitArtifact(text, type, { sizes: DEFAULT_ARTIFACT_SIZES, tokens }));
  const embedder = builtinEmbedder((work) => timed(spent, 'embedding', work));
  const store = await openSqliteStore({ path: join(folder, 'store.sqlite'), embedder, splitter });
  const before = cpuMs();
  let writingFrom: number | undefined;
  await store.ingest(
    { content, artifactType: 'note', sourceSystem: 'bench', sourceId: 'a' },
    {
      onProgress({ phase }) {
        if (phase === 'writing') writingFrom ??= cpuMs();
      },
    },
  );
  const total = cpuMs() - before;
  const writing = before + total - writingFrom!;
  await store.close();
  const speed = (ms: number): number => (1000 * megabytes) / ms;
  return new Map([
    ['tokenizing and splitting, MB/s', speed(spent.splitting)],
    ['embedding, MB/s', speed(spent.embedding)],
    ['analysing words, MB/s', speed(total - spent.splitting - spent.embedding - writing)],
    ['writing, MB/s', speed(writing)],
    ['all of it, MB/s', speed(total)],
  ]);
}

async function measureSearch(folder: string, chunkCount: number): Promise<Map<string, number>> {
  const path = join(folder, 'store.sqlite');
  const store = await openSqliteStore({ path, embedder: builtinEmbedder((work) => work()), splitter: windows });
  const queries = (await fillStore(store, chunkCount)).slice(0, QUERY_COUNT);
  const values = new Map([['file, MB', (await store.stats()).byte_count / 1e6]]);
  for (const mode of MODES) {
    const wall: number[] = [];
    const before = cpuMs();
    for (const query of queries) {
      const begun = performance.now();
      await store.search(query, { mode });
      wall.push(performance.now() - begun);
    }
    wall.sort((a, b) => a - b);
    values.set(`${mode}: ms, half of the queries`, wall[wall.length >> 1]!);
    values.set(`${mode}: ms, 99 % of the queries`, wall[Math.floor(0.99 * wall.length)]!);
    values.set(`${mode}: ms of CPU time, mean`, (cpuMs() - before) / queries.length);
  }
  await store.close();
  return values;
}

function timed<Name extends string, Result>(spent: Record<Name, number>, name: Name, work: () => Result): Result {
  const before = cpuMs();
  const result = work();
  spent[name] += cpuMs() - before;
  return result;
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

export async function inTemporaryFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'topicmill-bench-artifacts-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
