import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTestDatabase } from '@topicmill/test-support/postgres';
import { installStorePeers } from '../peers.js';
import type { Row, Table } from '../table-command.js';
import type { StoreFigures, StoreTask } from './store-worker.js';
import { PASSAGE_LENGTH } from './stored-passages.js';

const OURS = ['SQLite', 'PostgreSQL'];
const PEERS = ['sqlite-vec', 'LanceDB'];
const MEGABYTE = 1e6;

/** The artifact store at several sizes, compared with stores of vectors; each in a process of its own. */
export async function* storeSection(
  passageCounts: readonly number[],
  withPeers: boolean,
  log: (message: string) => void,
): AsyncGenerator<Table> {
  const stores = withPeers && installStorePeers(log) ? [...OURS, ...PEERS] : OURS;
  for (const passageCount of passageCounts) {
    const rows: Row[] = [];
    for (const store of stores) {
      log(`${store}: ${passageCount} passages.\n`);
      const figures = await measureIn(store, passageCount);
      if (figures !== undefined) rows.push(...rowsOf(store, passageCount, figures));
    }
    yield {
      title: `${passageCount} passages`,
      notes: [
        `Passages of ${PASSAGE_LENGTH} characters of generated topics; built-in vectors, made before the clock runs. Wall time, and CPU time of the client.`,
        'The bytes and memory of PostgreSQL are the schema and the client.',
      ],
      columns: ['ingest, passages/s', 'CPU s', 'MB', 'peak MB', 'search, half, ms', 'search, slowest, ms'],
      rows,
    };
  }
}

async function measureIn(store: string, passageCount: number): Promise<StoreFigures | undefined> {
  const database = store === 'PostgreSQL' ? await openTestDatabase() : undefined;
  if (store === 'PostgreSQL' && database === undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'stored-passages-'));
  try {
    return await inProcess({ store, passageCount, folder, address: database?.newAddress() ?? '' });
  } finally {
    rmSync(folder, { recursive: true });
    await database?.close();
  }
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
    const search = [sorted[sorted.length >> 1], sorted[Math.floor(0.99 * sorted.length)]];
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
