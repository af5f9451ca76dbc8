import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTestDatabase, type TestDatabase } from '@topicmill/test-support/postgres';
import { installStorePeers } from '../peers.js';
import { growthExponent } from '../statistics.js';
import type { Row, Table } from '../table-command.js';
import type { StoreFigures, StoreTask } from './store-worker.js';
import { PASSAGE_LENGTH } from './stored-passages.js';

const OURS = ['SQLite', 'PostgreSQL'];
const PEERS = ['sqlite-vec', 'LanceDB', 'pgvector'];
const IN_DATABASE = new Set(['PostgreSQL', 'pgvector']);
const MEGABYTE = 1e6;

/** What is measured of a way to search a store, by the number of passages. */
type Measures = ReadonlyMap<
  string,
  readonly (readonly [passageCount: number, values: readonly (number | undefined)[]])[]
>;
const COLUMNS = ['ingest, passages/s', 'CPU s', 'MB', 'peak MB', 'search, half, ms', 'search, 99 %, ms'];

/**
 * The artifact store at several sizes, compared with stores of vectors, each in a process of its own; then how the figures
 * grow. The stores in PostgreSQL use pgvector where the database has it, and the peer of that name is measured only there.
 */
export async function* storeSection(
  passageCounts: readonly number[],
  only: readonly string[],
  withPeers: boolean,
  log: (message: string) => void,
): AsyncGenerator<Table> {
  const peers = withPeers && installStorePeers(log) ? PEERS : [];
  const stores = [...OURS, ...peers].filter((name) => only.length === 0 || only.includes(name));
  const measures = new Map<string, [number, (number | undefined)[]][]>();
  for (const passageCount of passageCounts) {
    const rows: Row[] = [];
    const load = loadavg()[0]!;
    for (const store of stores) {
      log(`${store}: ${passageCount} passages.\n`);
      const figures = await measureIn(store, passageCount);
      if (figures !== undefined) rows.push(...rowsOf(store, passageCount, figures));
    }
    for (const { name, values } of rows) {
      measures.set(name, [...(measures.get(name) ?? []), [passageCount, values as (number | undefined)[]]]);
    }
    yield {
      title: `${passageCount} passages`,
      notes: [
        `Passages of ${PASSAGE_LENGTH} characters, words by Zipf's law; built-in vectors of their beginnings, made before the clock runs. Wall time, and CPU time of the client.`,
        `The bytes and memory of stores in PostgreSQL are the schema and the client. Load of the machine: ${load.toFixed(1)} before, ${loadavg()[0]!.toFixed(1)} after.`,
      ],
      columns: COLUMNS,
      rows,
    };
  }
  if (passageCounts.length > 1) yield growthTable(measures);
}

function growthTable(measures: Measures): Table {
  return {
    title: 'Growth',
    notes: [
      'x in n^x: the slope through the logarithms of all sizes. 1 is linear; for passages a second, 0 is linear.',
    ],
    columns: COLUMNS,
    rows: [...measures].map(([name, sizes]) => ({
      name,
      values: COLUMNS.map((_, column) =>
        growthExponent(sizes.map(([count, values]) => [count, values[column]] as const)),
      ),
    })),
  };
}

async function measureIn(store: string, passageCount: number): Promise<StoreFigures | undefined> {
  const database = IN_DATABASE.has(store) ? await openTestDatabase() : undefined;
  if (IN_DATABASE.has(store) && database === undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'stored-passages-'));
  try {
    if (store === 'pgvector' && !(await hasVectors(database!))) return undefined;
    return await inProcess({ store, passageCount, folder, address: database?.newAddress() ?? '' });
  } finally {
    rmSync(folder, { recursive: true });
    await database?.close();
  }
}

async function hasVectors(database: TestDatabase): Promise<boolean> {
  return (await database.query("SELECT 1 FROM pg_extension WHERE extname = 'vector'")).length > 0;
}

function inProcess(task: StoreTask): Promise<StoreFigures> {
  return new Promise((resolve, reject) => {
    const child = fork(new URL('./store-worker.js', import.meta.url));
    child.on('message', (figures) => resolve(figures as StoreFigures));
    child.on('exit', (code) => reject(new Error(`The process for ${task.store} ended with ${code}.`)));
    child.send(task);
  });
}

function rowsOf(store: string, passageCount: number, figures: StoreFigures): Row[] {
  return Object.entries(figures.searchMs).map(([mode, times], at) => {
    const sorted = [...times].sort((a, b) => a - b);
    const search = [sorted[sorted.length >> 1], sorted[Math.ceil(0.99 * sorted.length) - 1]];
    if (at > 0) return { name: `${store}, ${mode}`, values: [undefined, undefined, undefined, undefined, ...search] };
    return {
      name: `${store}, ${mode}`,
      values: [
        (1000 * passageCount) / figures.ingestMs,
        figures.ingestCpuMs / 1000,
        figures.byteCount / MEGABYTE,
        figures.peakBytes / MEGABYTE,
        ...search,
      ],
    };
  });
}
