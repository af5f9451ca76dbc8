import { chmodSync, closeSync, constants, copyFileSync, existsSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TopicmillError } from '@topicmill/base/diagnostics';
import type Database from 'better-sqlite3';
import { storeError } from './sqlite-error.js';
import { engineMissing, sqliteLibrary } from './sqlite-library.js';

/** How long SQLite itself waits for a lock; longer waits are ours, so that the process stays responsive. */
const SQLITE_WAIT_MS = 50;
/** Emails and documents are for their owner: others may read a store only once its owner lets them. */
const PRIVATE_FILE = 0o600;

/** A file that SQLite has open. */
export interface OpenedFile {
  readonly db: Database.Database;
  /** Whether the store may be read and not written. */
  readonly isReadOnly: boolean;
  /** Whether `db` is a copy that goes away with the connection. */
  readonly isCopy: boolean;
  close(): void;
}

/**
 * Opens the file of a store to work with it; one that is missing is made, readable by its owner alone.
 *
 * @throws TopicmillError `STORE_ENGINE_MISSING`, `STORE_UNREADABLE`
 */
export function openFile(path: string): OpenedFile {
  if (path !== ':memory:' && !existsSync(path)) makeFile(path);
  return opened(engine(path), false);
}

/** Opens the file of a store to read it where it is. */
export function openToRead(path: string): OpenedFile {
  return opened(engine(path, true), true);
}

/**
 * Opens a copy of a store in a temporary folder, to read it: SQLite keeps an index next to a file that it reads, and where
 * it may not write there, and nobody else has made one, it cannot.
 */
export function openCopy(path: string): OpenedFile {
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
    throw thrown instanceof TopicmillError ? thrown : unopened(path, thrown);
  }
}

function opened(db: Database.Database, isReadOnly: boolean): OpenedFile {
  return { db, isReadOnly, isCopy: false, close: () => db.close() };
}

function makeFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', PRIVATE_FILE));
  } catch (thrown) {
    // Another process may have been first.
    if (!existsSync(path)) throw unopened(path, thrown);
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

function unopened(path: string, cause: unknown): TopicmillError {
  return new TopicmillError('STORE_UNREADABLE', 'The file of the store cannot be opened.', {
    file: path.replaceAll('\\', '/'),
    remedy: 'Check that its folder exists and that you may use it. Folders are not made for a store.',
    cause,
  });
}
