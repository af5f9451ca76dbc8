import { join } from 'node:path';
import {
  type ArtifactSearchMode,
  type ArtifactStore,
  openPostgresStore,
  openSqliteStore,
} from '@topicmill/artifacts/store';
import { openTestDatabase } from '@topicmill/test-support/postgres';
import type { Row, Table } from '../table.js';
import { inTemporaryFolder } from './artifacts-section.js';
import { builtinEmbedder, fillStore, WINDOW_LENGTH, windows } from './stored-chunks.js';

const MODES: readonly ArtifactSearchMode[] = ['lexical', 'dense', 'hybrid'];
const RESULT_COUNT = 10;

/** The same texts in a file and in PostgreSQL: how long searches take, and how much of what they find is the same. */
export async function artifactDatabasesSection(
  chunkCounts: readonly number[],
  queryCount: number,
  log: (message: string) => void,
): Promise<Table> {
  const measured: ReadonlyMap<string, number>[] = [];
  for (const chunkCount of chunkCounts) {
    log(`Searching ${chunkCount} chunks.\n`);
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
  const options = { embedder: builtinEmbedder((work) => work()), splitter: windows };
  const file = await openSqliteStore({ ...options, path: join(folder, 'store.sqlite') });
  const server = await openPostgresStore({ ...options, address: database.newAddress() });
  try {
    const filledAfter = stopwatch();
    const queries = (await fillStore(file, chunkCount)).slice(0, queryCount);
    const filled = filledAfter();
    log('Copying.\n');
    const copiedAfter = stopwatch();
    await server.importLines(file.exportLines());
    const copied = copiedAfter();
    await server.vacuum();
    const values = new Map([
      ['SQLite: MB', (await file.stats()).byte_count / 1e6],
      ['PostgreSQL: MB', (await server.stats()).byte_count / 1e6],
      ['ingest into SQLite: chunks a second', (1000 * chunkCount) / filled.ms],
      ['ingest into SQLite: CPU s', filled.cpuMs / 1000],
      ['copying to PostgreSQL: chunks a second', (1000 * chunkCount) / copied.ms],
      ['copying to PostgreSQL: CPU s of the client', copied.cpuMs / 1000],
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

/** @returns says how long ago it was made: wall time, and CPU time of this process */
function stopwatch(): () => { readonly ms: number; readonly cpuMs: number } {
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
