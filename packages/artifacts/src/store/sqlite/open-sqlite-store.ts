import type { ArtifactStore } from '../artifact-store.js';
import { engineStore } from '../engine-store.js';
import { checkStoreOptions, type StoreOptions } from '../store-options.js';
import { type Connection, openConnection } from './connection.js';
import { readBinding } from './settings.js';
import { sqliteEngine } from './sqlite-engine.js';
import { isDamage } from './sqlite-error.js';

export interface SqliteStoreOptions extends StoreOptions {
  /** The file; `:memory:` for a store that ends with the process. */
  readonly path: string;
  /**
   * Open a file that is damaged so much that it cannot be used, too: for `verify` and for `exportLines` with
   * `onDamaged`, which read what is left of it. Default: false.
   */
  readonly toleratesDamage?: boolean | undefined;
}

/**
 * Opens an artifact store in one SQLite file.
 *
 * @throws TopicmillError `INVALID_OPTION`, `STORE_ENGINE_MISSING`, `STORE_MISSING`, `STORE_FOREIGN`, `STORE_DAMAGED`, `STORE_LOCKED`,
 *   `STORE_FULL`, `STORE_UNREADABLE`
 */
export async function openSqliteStore(options: SqliteStoreOptions): Promise<ArtifactStore> {
  const { create, busyTimeoutMs, now } = checkStoreOptions(options, ['path', 'toleratesDamage'], 'openSqliteStore');
  const { path, splitter, onEvent, toleratesDamage } = options;
  const connection = await openConnection({ path, create, busyTimeoutMs, toleratesDamage });
  try {
    const { embedder: given } = options;
    const embedder = typeof given === 'function' ? given(await boundModel(connection)) : given;
    return engineStore({ engine: sqliteEngine(connection), embedder, splitter, now, onEvent });
  } catch (thrown) {
    connection.close();
    throw thrown;
  }
}

/** Of a store with damaged settings none: what it still contains can be read without. */
function boundModel({ db, readLoosely }: Connection): Promise<string | undefined> {
  return readLoosely(() => {
    try {
      return readBinding(db, 'binding')?.model;
    } catch (thrown) {
      if (isDamage(thrown)) return undefined;
      throw thrown;
    }
  });
}
