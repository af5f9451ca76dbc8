import { join } from 'node:path';
import {
  type ArtifactSearchMode,
  type ArtifactStore,
  openPostgresStore,
  openSqliteStore,
} from '@topicmill/artifacts/store';
import { openTestDatabase, type TestDatabase } from '@topicmill/test-support/postgres';
import type { Embedder } from '@topicmill/text/embedder';
import type { Row, Table } from '../table.js';
import { inTemporaryFolder } from './artifacts-section.js';
import { builtinEmbedder, storedArtifacts, storedQueries, WINDOW_LENGTH, windows } from './stored-chunks.js';

const MODES: readonly ArtifactSearchMode[] = ['lexical', 'dense', 'hybrid'];
const RESULT_COUNT = 10;
/** Artifacts that go to the server at once: one client and one backend alone would wait for each other. */
const WRITER_COUNT = 4;

/** The same texts in a file and in PostgreSQL: how long searches take, and how much of what they find is the same. */
export async function artifactDatabasesSection(
  chunkCounts: readonly number[],
  queryCount: number,
  log: (message: string) => void,
): Promise<Table> {
  const measured: ReadonlyMap<string, number>[] = [];
  for (const chunkCount of chunkCounts) {
    log(`Filling with ${chunkCount} chunks.\n`);
    measured.push(await inTemporaryFolder((folder) => compareStores(folder, chunkCount, queryCount, log)));
  }
  const names = [...new Set(measured.flatMap((values) => [...values.keys()]))];
  return {
    title: 'Artifact store in SQLite and in PostgreSQL',
    notes: [
      `Up to ${queryCount} questions of generated topics among chunks of ${WINDOW_LENGTH} characters, built-in vectors.`,
      'ms are wall time; CPU ms are those of the client, on average, so that other work on the machine matters less.',
      'PostgreSQL without pgvector, on this machine. Same results: of the first ten in SQLite, how many are among the first ten in PostgreSQL.',
    ],
    columns: chunkCounts.map((count) => `${count} chunks`),
    rows: names.map((name): Row => ({ name, values: measured.map((values) => values.get(name)) })),
  };
}

async function compareStores(
  folder: string,
  chunkCount: number,
  queryCount: number,
  log: (message: string) => void,
): Promise<Map<string, number>> {
  const database = await openTestDatabase();
  // It says so, and the other sections go on.
  if (database === undefined) return new Map();
  const embedder = new RememberingEmbedder();
  const options = { embedder, splitter: windows };
  const file = await openSqliteStore({ ...options, path: join(folder, 'store.sqlite') });
  const address = database.newAddress();
  const server = await openPostgresStore({ ...options, address });
  try {
    const [filled, alsoFilled] = await fillBoth([file, server], chunkCount, embedder);
    const queries = (await storedQueries()).slice(0, queryCount);
    await vacuumTables(database, address);
    const values = new Map([
      ['SQLite: MB', (await file.stats()).byte_count / 1e6],
      ['PostgreSQL: MB', (await server.stats()).byte_count / 1e6],
      ['ingest into SQLite: chunks a second', (1000 * chunkCount) / filled.ms],
      ['ingest into SQLite: CPU s', filled.cpuMs / 1000],
      ['ingest into PostgreSQL: chunks a second', (1000 * chunkCount) / alsoFilled.ms],
      ['ingest into PostgreSQL: CPU s of the client', alsoFilled.cpuMs / 1000],
    ]);
    for (const mode of MODES) {
      log(`${queries.length} queries, ${mode}.\n`);
      const found = await searchAll(file, queries, mode);
      const alsoFound = await searchAll(server, queries, mode);
      for (const [name, { times, cpuMs }] of [['SQLite', found] as const, ['PostgreSQL', alsoFound] as const]) {
        values.set(`${mode}, ${name}: ms, half of the queries`, times[times.length >> 1]!);
        values.set(`${mode}, ${name}: ms, 99 % of the queries`, times[Math.floor(0.99 * times.length)]!);
        values.set(`${mode}, ${name}: CPU ms`, cpuMs / queries.length);
      }
      values.set(`${mode}: same results, %`, 100 * sameShare(found.ids, alsoFound.ids));
      const isFirstSame = found.ids.filter((ids, at) => ids[0] === alsoFound.ids[at]![0]);
      values.set(`${mode}: same first result, %`, (100 * isFirstSame.length) / queries.length);
    }
    return values;
  } finally {
    await file.close();
    await server.close();
    await database.close();
  }
}

/**
 * Fills both with the same texts, some artifacts at a time: first the file, one after the other, then the server, all at
 * once. Each text is embedded once, before either is timed.
 */
async function fillBoth(
  stores: readonly [ArtifactStore, ArtifactStore],
  chunkCount: number,
  embedder: RememberingEmbedder,
): Promise<readonly [Spent, Spent]> {
  const spent: readonly [Spent, Spent] = [
    { ms: 0, cpuMs: 0 },
    { ms: 0, cpuMs: 0 },
  ];
  const timed = async (at: 0 | 1, work: () => Promise<unknown>): Promise<void> => {
    const doneAfter = stopwatch();
    await work();
    const { ms, cpuMs } = doneAfter();
    spent[at].ms += ms;
    spent[at].cpuMs += cpuMs;
  };
  const [file, server] = stores;
  for (const batch of inBatches(storedArtifacts(chunkCount), WRITER_COUNT)) {
    await embedder.rememberOnly(batch.flatMap(({ content }) => chunkTexts(content)));
    await timed(0, async () => {
      for (const artifact of batch) await file.ingest(artifact);
    });
    await timed(1, () => Promise.all(batch.map((artifact) => server.ingest(artifact))));
  }
  return spent;
}

/** What the server does by itself a minute after so much was written: it merges what waits for an index, and counts. */
async function vacuumTables(database: TestDatabase, address: string): Promise<void> {
  const schema = new URL(address).searchParams.get('schema');
  const tables = await database.query<{ name: string }>(
    "SELECT oid::regclass::text AS name FROM pg_class WHERE relnamespace = $1::regnamespace AND relkind = 'r'",
    [schema],
  );
  for (const { name } of tables) await database.query(`VACUUM (ANALYZE) ${name}`);
}

/** The built-in model, with the vectors of some texts at hand. */
class RememberingEmbedder implements Embedder {
  private readonly embedder = builtinEmbedder((work) => work());
  readonly model = this.embedder.model;
  private vectors = new Map<string, Float32Array>();

  async embed(texts: readonly string[]): Promise<Float32Array[]> {
    const missing = texts.filter((text) => !this.vectors.has(text));
    const made = new Map((await this.embedder.embed(missing)).map((vector, at) => [missing[at]!, vector]));
    return texts.map((text) => this.vectors.get(text) ?? made.get(text)!);
  }

  async rememberOnly(texts: readonly string[]): Promise<void> {
    this.vectors = new Map((await this.embedder.embed(texts)).map((vector, at) => [texts[at]!, vector]));
  }
}

function chunkTexts(text: string): string[] {
  return windows(text).chunks.map(({ startChar, endChar }) => text.slice(startChar, endChar));
}

function* inBatches<Item>(items: Iterable<Item>, size: number): Generator<Item[]> {
  let batch: Item[] = [];
  for (const item of items) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

async function searchAll(
  store: ArtifactStore,
  queries: readonly string[],
  mode: ArtifactSearchMode,
): Promise<{
  readonly ids: readonly (readonly string[])[];
  readonly times: readonly number[];
  readonly cpuMs: number;
}> {
  const ids: string[][] = [];
  const times: number[] = [];
  const searchedAfter = stopwatch();
  for (const query of queries) {
    const begun = performance.now();
    const { hits } = await store.search(query, { mode, limit: RESULT_COUNT });
    times.push(performance.now() - begun);
    ids.push(hits.map(({ id }) => id));
  }
  const { cpuMs } = searchedAfter();
  times.sort((a, b) => a - b);
  return { ids, times, cpuMs };
}

/** Wall time, and CPU time of this process. */
interface Spent {
  ms: number;
  cpuMs: number;
}

/** @returns says how long ago it was made */
function stopwatch(): () => Spent {
  const begun = performance.now();
  const cpu = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(cpu);
    return { ms: performance.now() - begun, cpuMs: (user + system) / 1000 };
  };
}

function sameShare(found: readonly (readonly string[])[], alsoFound: readonly (readonly string[])[]): number {
  const all = found.reduce((sum, ids) => sum + ids.length, 0);
  const same = found.reduce((sum, ids, at) => sum + ids.filter((id) => alsoFound[at]!.includes(id)).length, 0);
  return same / Math.max(1, all);
}
