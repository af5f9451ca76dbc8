import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { TopicmillError } from '@topicmill/base/diagnostics';
import Database from 'better-sqlite3';
import { load as loadVectorExtension } from 'sqlite-vec';
import { formatState, migrate } from './schema.js';
import { isBusy, storeError } from './sqlite-error.js';

/** How long SQLite itself waits for a lock; longer waits are ours, so that the process stays responsive. */
const SQLITE_WAIT_MS = 50;
const LONGEST_PAUSE_MS = 200;

/** A page holds several vectors; with smaller ones, much of each would stay empty. */
const PAGE_BYTES = 16_384;
/** Pages kept in memory: those that a search of 100,000 chunks comes back to. */
const CACHE_KIBIBYTES = 65_536;
/** The write-ahead log is cut back to this after a large artifact. */
const LOG_BYTES = 16_777_216;

export interface ConnectionOptions {
  readonly path: string;
  readonly create: boolean;
  readonly busyTimeoutMs: number;
}

/** An open file: everything that touches it goes through `read` and `write`. */
export interface Connection {
  readonly db: Database.Database;
  readonly path: string;
  /** Runs on one unchanging state of the store. */
  read<Result>(work: () => Result, signal?: AbortSignal): Promise<Result>;
  /** Runs as one transaction: all of it happens or nothing, and nobody else writes meanwhile. */
  write<Result>(work: () => Result, signal?: AbortSignal): Promise<Result>;
  close(): void;
}

/**
 * Opens the file of a store, and makes it where it is missing.
 *
 * @throws TopicmillError `STORE_ENGINE_MISSING`, `STORE_MISSING`, `STORE_FOREIGN`, `STORE_DAMAGED`, `STORE_LOCKED`,
 *   `STORE_FULL`, `STORE_UNREADABLE`
 */
export async function openConnection({ path, create, busyTimeoutMs }: ConnectionOptions): Promise<Connection> {
  if (!create && path !== ':memory:' && !existsSync(path)) {
    throw new TopicmillError('STORE_MISSING', 'There is no store at this path.', {
      file: path.replaceAll('\\', '/'),
      remedy: 'Check the path, or ingest something first.',
    });
  }
  const db = openFile(path);
  try {
    await patiently(() => prepare(db, path), busyTimeoutMs);
  } catch (thrown) {
    db.close();
    throw storeError(thrown, path);
  }
  const run = async <Result>(work: () => Result, signal: AbortSignal | undefined): Promise<Result> => {
    try {
      return await patiently(work, busyTimeoutMs, signal);
    } catch (thrown) {
      throw storeError(thrown, path);
    }
  };
  return {
    db,
    path,
    read: (work, signal) => run(() => db.transaction(work).deferred(), signal),
    write: (work, signal) => run(() => db.transaction(work).immediate(), signal),
    close: () => db.close(),
  };
}

function openFile(path: string): Database.Database {
  try {
    return new Database(path, { timeout: SQLITE_WAIT_MS });
  } catch (thrown) {
    // A folder that is not there is no fault of SQLite's, and comes as a TypeError.
    if (thrown instanceof TypeError) {
      throw new TopicmillError('STORE_UNREADABLE', 'The file of the store cannot be opened.', {
        file: path.replaceAll('\\', '/'),
        remedy: 'Check that its folder exists.',
        cause: thrown,
      });
    }
    if (isEngineMissing(thrown)) {
      throw new TopicmillError('STORE_ENGINE_MISSING', 'SQLite was not built for this Node.js.', {
        remedy: 'Run `npm rebuild better-sqlite3`; with pnpm, `pnpm approve-builds` before it.',
        cause: thrown,
      });
    }
    throw storeError(thrown, path);
  }
}

/** The library's native part was not found where it is looked for, or is one of another Node.js. */
function isEngineMissing(thrown: unknown): boolean {
  return thrown instanceof Error && ('tries' in thrown || ('code' in thrown && thrown.code === 'ERR_DLOPEN_FAILED'));
}

function prepare(db: Database.Database, path: string): void {
  loadVectorExtension(db);
  if (formatState(db, path) === 'empty') db.pragma(`page_size = ${PAGE_BYTES}`);
  db.pragma('journal_mode = WAL');
  // Whatever is reported as done is on disk.
  db.pragma('synchronous = FULL');
  db.pragma(`journal_size_limit = ${LOG_BYTES}`);
  db.pragma(`cache_size = -${CACHE_KIBIBYTES}`);
  db.pragma('foreign_keys = ON');
  if (formatState(db, path) === 'current') return;
  db.transaction(() => {
    if (formatState(db, path) !== 'current') migrate(db);
  }).immediate();
}

/** Tries again while another process is in the way, with short pauses in between. */
async function patiently<Result>(work: () => Result, busyTimeoutMs: number, signal?: AbortSignal): Promise<Result> {
  const deadline = Date.now() + busyTimeoutMs;
  for (let pauseMs = 1; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    try {
      return work();
    } catch (thrown) {
      if (!isBusy(thrown) || Date.now() >= deadline) throw thrown;
    }
    await delay(pauseMs * (0.5 + Math.random() / 2), undefined, { signal });
  }
}
