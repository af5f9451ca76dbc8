import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { lowerCase } from '@topicmill/text/words';
import type Database from 'better-sqlite3';
import { load as loadVectorExtension } from 'sqlite-vec';
import { formatState, isCurrent, migrate } from './schema.js';
import { engineMissing, isBusy, isDamage, isUnwritable, sqliteLibrary, storeError } from './sqlite-library.js';

/** How long SQLite itself waits for a lock; longer waits are ours, so that the process stays responsive. */
const SQLITE_WAIT_MS = 50;
/** Emails and documents are for their owner: others may read a store only once its owner lets them. */
const PRIVATE_FILE = 0o600;
const PRIVATE_FOLDER = 0o700;

/** A file that SQLite has open. */
interface OpenedFile {
  readonly db: Database.Database;
  /** Whether the store may be read and not written. */
  readonly isReadOnly: boolean;
  /** Whether `db` is a copy that goes away with the connection. */
  readonly isCopy: boolean;
  close(): void;
}

/**
 * Opens the file of a store to work with it; one that is missing is made, with its folders, for its owner alone.
 *
 * @throws TopicmillError `STORE_ENGINE_MISSING`, `STORE_UNREADABLE`
 */
function openFile(path: string): OpenedFile {
  if (path !== ':memory:' && !existsSync(path)) makeFile(path);
  return opened(engine(path), false);
}

/** Opens the file of a store to read it where it is. */
function openToRead(path: string): OpenedFile {
  return opened(engine(path, true), true);
}

/**
 * Opens a copy of a store in a temporary folder, to read it: SQLite keeps an index next to a file that it reads, and where
 * it may not write there, and nobody else has made one, it cannot.
 */
function openCopy(path: string): OpenedFile {
  const folder = mkdtempSync(join(tmpdir(), 'artifact-store-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    const copy = join(folder, 'store.sqlite');
    for (const ending of ['', '-wal']) {
      if (!existsSync(path + ending)) continue;
      copyFileSync(path + ending, copy + ending, constants.COPYFILE_FICLONE);
      chmodSync(copy + ending, PRIVATE_FILE);
    }
    const db = engine(copy);
    const close = (): void => {
      db.close();
      remove();
    };
    return { db, isReadOnly: true, isCopy: true, close };
  } catch (thrown) {
    remove();
    throw thrown instanceof TopicmillError ? thrown : openFailure(path, thrown);
  }
}

function opened(db: Database.Database, isReadOnly: boolean): OpenedFile {
  return { db, isReadOnly, isCopy: false, close: () => db.close() };
}

function makeFile(path: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: PRIVATE_FOLDER });
    closeSync(openSync(path, 'wx', PRIVATE_FILE));
  } catch (thrown) {
    // Another process may have been first.
    if (!existsSync(path)) throw openFailure(path, thrown);
  }
}

function engine(path: string, readonly = false): Database.Database {
  const Library = sqliteLibrary();
  try {
    return new Library(path, { timeout: SQLITE_WAIT_MS, readonly });
  } catch (thrown) {
    throw isNativePartMissing(thrown) ? engineMissing(thrown) : storeError(thrown, path);
  }
}

/** The library's native part was not found where it is looked for, or is one of another Node.js. */
function isNativePartMissing(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false;
  const code = 'code' in thrown ? thrown.code : undefined;
  return 'tries' in thrown || code === 'ERR_DLOPEN_FAILED' || code === 'MODULE_NOT_FOUND';
}

function openFailure(path: string, cause: unknown): TopicmillError {
  return new TopicmillError('STORE_UNREADABLE', 'The file of the store cannot be opened.', {
    file: path.replaceAll('\\', '/'),
    remedy: 'Check that you may use its folder, and that no file is in its place.',
    cause,
  });
}

const MAX_PAUSE_MS = 200;

/** A page has room for several vectors; with smaller ones, much of each would stay empty. */
const PAGE_BYTES = 16_384;
/** Pages kept in memory: those that a search of 100,000 chunks comes back to. */
const CACHE_KIBIBYTES = 65_536;
/** The write-ahead log is cut back to this after a large artifact. */
const LOG_BYTES = 16_777_216;

interface ConnectionOptions {
  readonly path: string;
  readonly create: boolean;
  readonly busyTimeoutMs: number;
  /** Open a file that SQLite finds damaged too, to be read as far as it goes. Default: false. */
  readonly toleratesDamage?: boolean | undefined;
}

/** An open file: everything that touches it goes through `read` and `write`. */
export interface Connection {
  readonly db: Database.Database;
  /** The path as errors name it. */
  readonly place: string;
  /** Runs on one unchanging state of the store. */
  read<Result>(work: () => Result, signal?: AbortSignal): Promise<Result>;
  /** Runs without a transaction, which a damaged file cannot always end. */
  readLoosely<Result>(work: () => Result): Promise<Result>;
  /**
   * Runs as one transaction: all of it happens or nothing, and nobody else writes meanwhile.
   *
   * @throws TopicmillError `STORE_READ_ONLY`
   */
  write<Result>(work: () => Result, signal?: AbortSignal): Promise<Result>;
  /** Runs outside any transaction, for what changes the file as a whole. Throws as `write` does. */
  maintain<Result>(work: () => Result): Promise<Result>;
  close(): void;
}

/**
 * Opens the file of a store, and makes it where it is missing. One that may not be written can be read.
 *
 * @throws TopicmillError `STORE_ENGINE_MISSING`, `STORE_MISSING`, `STORE_FOREIGN`, `STORE_DAMAGED`, `STORE_LOCKED`,
 *   `STORE_FULL`, `STORE_UNREADABLE`
 */
export async function openConnection(options: ConnectionOptions): Promise<Connection> {
  const { path, create, busyTimeoutMs } = options;
  if (!create && path !== ':memory:' && !existsSync(path)) {
    throw new TopicmillError('STORE_MISSING', 'There is no store at this path.', {
      file: path.replaceAll('\\', '/'),
      remedy: 'Check the path, or ingest something first.',
    });
  }
  const file = await preparedFile(options);
  const { db, isReadOnly } = file;
  const run = async <Result>(work: () => Result, signal?: AbortSignal): Promise<Result> => {
    try {
      return await patiently(work, busyTimeoutMs, signal);
    } catch (thrown) {
      throw storeError(thrown, path);
    }
  };
  const runChange = async <Result>(work: () => Result, signal?: AbortSignal): Promise<Result> => {
    if (isReadOnly) throw readOnly(path);
    return run(work, signal);
  };
  return {
    db,
    place: path.replaceAll('\\', '/'),
    read: (work, signal) => run(() => db.transaction(work).deferred(), signal),
    readLoosely: (work) => run(work),
    write: (work, signal) => runChange(() => db.transaction(work).immediate(), signal),
    maintain: (work) => runChange(work),
    close: () => file.close(),
  };
}

async function preparedFile({ path, busyTimeoutMs, toleratesDamage }: ConnectionOptions): Promise<OpenedFile> {
  const prepared = async (file: OpenedFile): Promise<OpenedFile> => {
    try {
      await patiently(() => prepare(file, path), busyTimeoutMs);
      return file;
    } catch (thrown) {
      file.close();
      throw thrown;
    }
  };
  try {
    return await prepared(openFile(path)).catch((thrown) => {
      if (!isUnwritable(thrown)) throw thrown;
      return prepared(openToRead(path)).catch(() => prepared(openCopy(path)));
    });
  } catch (thrown) {
    if (toleratesDamage && isDamage(thrown)) return damagedFile(path);
    throw storeError(thrown, path);
  }
}

function prepare({ db, isReadOnly, isCopy }: OpenedFile, path: string): void {
  loadVectorExtension(db);
  db.function('folded', { deterministic: true }, (text) => lowerCase(String(text)));
  db.pragma(`cache_size = -${CACHE_KIBIBYTES}`);
  if (isReadOnly && !isCopy) {
    // One of another format must be brought to this one first, which only a copy can be.
    if (isCurrent(db, path)) return;
    throw readOnly(path);
  }
  if (formatState(db, path) === 'empty') db.pragma(`page_size = ${PAGE_BYTES}`);
  db.pragma('journal_mode = WAL');
  // Whatever is reported as done is on disk.
  db.pragma('synchronous = FULL');
  // What is deleted is overwritten, not only unlinked.
  db.pragma('secure_delete = ON');
  db.pragma(`journal_size_limit = ${LOG_BYTES}`);
  db.pragma('foreign_keys = ON');
  if (isCurrent(db, path)) return;
  db.transaction(() => {
    if (!isCurrent(db, path)) migrate(db);
  }).immediate();
}

/** A damaged file as SQLite still reads it: missing pages at its end are then no reason to read none. */
function damagedFile(path: string): OpenedFile {
  const file = openFile(path);
  try {
    file.db.unsafeMode();
    file.db.pragma('writable_schema = ON');
    file.db.pragma('query_only = ON');
    loadVectorExtension(file.db);
    formatState(file.db, path);
    return { ...file, isReadOnly: true };
  } catch (thrown) {
    file.close();
    throw storeError(thrown, path);
  }
}

function readOnly(path: string): TopicmillError {
  return new TopicmillError('STORE_READ_ONLY', 'The store is read-only.', {
    file: path.replaceAll('\\', '/'),
    remedy: 'Get permission to write to the file and its folder, or work on a copy of it.',
  });
}

/** Tries again while another process is in the way, with short pauses in between. */
async function patiently<Result>(work: () => Result, busyTimeoutMs: number, signal?: AbortSignal): Promise<Result> {
  const deadline = Date.now() + busyTimeoutMs;
  for (let pauseMs = 1; ; pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)) {
    try {
      return work();
    } catch (thrown) {
      if (!isBusy(thrown) || Date.now() >= deadline) throw thrown;
    }
    await delay(pauseMs * (0.5 + Math.random() / 2), undefined, { signal });
  }
}
