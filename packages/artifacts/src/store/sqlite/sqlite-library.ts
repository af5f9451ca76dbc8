import { createRequire } from 'node:module';
import { type DiagnosticCode, TopicmillError } from '@topicmill/base/diagnostics';
import type Database from 'better-sqlite3';

/** Beginnings of SQLite's codes, and what they are for the user. */
const FAULTS: readonly (readonly [prefix: string, code: DiagnosticCode, message: string, remedy: string])[] = [
  [
    'SQLITE_FULL',
    'STORE_FULL',
    'There is no room for the store on its disk.',
    'Free some space, and run the command again; nothing was half-written.',
  ],
  [
    'SQLITE_BUSY',
    'STORE_LOCKED',
    'Another process keeps the store locked.',
    'Wait until it is done, or end it, and run the command again.',
  ],
  [
    'SQLITE_LOCKED',
    'STORE_LOCKED',
    'Another process keeps the store locked.',
    'Wait until it is done, or end it, and run the command again.',
  ],
  [
    'SQLITE_CORRUPT',
    'STORE_DAMAGED',
    'The file of the store is damaged.',
    'See what is intact with `artifact-store verify`, take it out with `artifact-store export --skip-damaged`, and import it into a new store, or restore a copy.',
  ],
  [
    'SQLITE_NOTADB',
    'STORE_DAMAGED',
    'The file is not a store, or its beginning is damaged.',
    'Check the path, or restore a copy of the store.',
  ],
  [
    'SQLITE_CANTOPEN',
    'STORE_UNREADABLE',
    'The file of the store cannot be opened.',
    'Check that its folder exists and that you may read and write there.',
  ],
  [
    'SQLITE_READONLY',
    'STORE_READ_ONLY',
    'The store is read-only.',
    'Get permission to write to the file and its folder, or work on a copy of it.',
  ],
  [
    'SQLITE_PERM',
    'STORE_UNREADABLE',
    'The store cannot be read or written.',
    'Check that you may read and write the file and its folder.',
  ],
  [
    'SQLITE_AUTH',
    'STORE_UNREADABLE',
    'The store cannot be read or written.',
    'Check that you may read and write the file and its folder.',
  ],
  [
    'SQLITE_IOERR',
    'STORE_UNREADABLE',
    'The disk of the store cannot be read or written.',
    'Check the disk, its free space and its limits, and run the command again.',
  ],
];

/** Whether another process is in the way, so that a later try may succeed. */
export function isBusy(thrown: unknown): boolean {
  return isSqliteError(thrown) && /^SQLITE_(?:BUSY|LOCKED)/.test(thrown.code);
}

/** Whether a part of the file cannot be read because it is not what it should be. */
export function isDamage(thrown: unknown): boolean {
  return isSqliteError(thrown) && /^SQLITE_(?:CORRUPT|NOTADB)/.test(thrown.code);
}

/** Whether a file could not be opened, perhaps because it or its folder may not be written. */
export function isUnwritable(thrown: unknown): boolean {
  return isSqliteError(thrown) && /^SQLITE_(?:READONLY|CANTOPEN)/.test(thrown.code);
}

/** What SQLite throws as a TopicmillError with one of the `STORE_…` codes; anything else as it is. */
export function storeError(thrown: unknown, path: string): unknown {
  if (!isSqliteError(thrown)) return thrown;
  const fault = FAULTS.find(([prefix]) => thrown.code.startsWith(prefix));
  if (fault === undefined) return thrown;
  const [, code, message, remedy] = fault;
  return new TopicmillError(code, message, { file: path.replaceAll('\\', '/'), remedy, cause: thrown });
}

/**
 * Version of Node-API that better-sqlite3 13 asks for. Node has it from 22.14 on; an older one ends with a fault of memory
 * when the library is used. Release 12 in turn ends Node from 24.19 on when what it allocated is collected.
 */
const NODE_API_OF_CURRENT_RELEASE = 10;

const require = createRequire(import.meta.url);

/**
 * The release of better-sqlite3 that works in this Node. It is not loaded before a store is opened.
 *
 * @throws TopicmillError `STORE_ENGINE_MISSING`
 */
export function sqliteLibrary(): typeof Database {
  const isCurrent = Number(process.versions['napi']) >= NODE_API_OF_CURRENT_RELEASE;
  try {
    return isCurrent ? require('better-sqlite3') : require('better-sqlite3-for-node-20');
  } catch (thrown) {
    throw engineMissing(thrown);
  }
}

/** What it means that the library or its native part was not found, or is one for another Node. */
export function engineMissing(cause: unknown): TopicmillError {
  return new TopicmillError('STORE_ENGINE_MISSING', 'SQLite was not installed or not built for this Node.js.', {
    remedy:
      'Install the packages again with this Node.js, optional ones included. For Node.js before 22.14, `npm rebuild better-sqlite3-for-node-20` builds it; with pnpm, `pnpm approve-builds` before it.',
    cause,
  });
}

/** An error that SQLite reports, of whichever release. */
export function isSqliteError(thrown: unknown): thrown is InstanceType<typeof Database.SqliteError> {
  return (
    thrown instanceof Error && thrown.name === 'SqliteError' && 'code' in thrown && typeof thrown.code === 'string'
  );
}
