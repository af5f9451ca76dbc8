import { createRequire } from 'node:module';
import { TopicmillError } from '@topicmill/base/diagnostics';
import type Database from 'better-sqlite3';

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
