import type { Embedder } from '@topicmill/text/embedder';
import type { ArtifactStore } from '../artifact-store.js';
import type { ChooseEmbedder } from '../embedder.js';
import { engineStore } from '../engine-store.js';
import type { ArtifactSplitter } from '../splitter.js';
import type { StoreEvent } from '../store-event.js';
import { type Connection, openConnection } from './connection.js';
import { readBinding } from './settings.js';
import { sqliteEngine } from './sqlite-engine.js';
import { isDamage } from './sqlite-error.js';

export interface SqliteStoreOptions {
  /** The file; `:memory:` for a store that ends with the process. */
  readonly path: string;
  /** The embedder, or what chooses one once the store's model is known. */
  readonly embedder: Embedder | ChooseEmbedder;
  readonly splitter: ArtifactSplitter;
  /** Make the file if it is missing. Default: true. */
  readonly create?: boolean | undefined;
  /**
   * Open a file that is damaged so much that it cannot be used, too: for `verify` and for `exportLines` with
   * `onDamaged`, which read what is left of it. Default: false.
   */
  readonly toleratesDamage?: boolean | undefined;
  /** How long to wait for other processes. Default: 30,000. */
  readonly busyTimeoutMs?: number | undefined;
  /** Milliseconds since the epoch. Default: the clock. */
  readonly now?: (() => number) | undefined;
  /** Told what happens; events have no texts in them. */
  readonly onEvent?: ((event: StoreEvent) => void) | undefined;
}

const DEFAULT_BUSY_TIMEOUT_MS = 30_000;

/**
 * Opens an artifact store in one SQLite file.
 *
 * @throws TopicmillError `STORE_ENGINE_MISSING`, `STORE_MISSING`, `STORE_FOREIGN`, `STORE_DAMAGED`, `STORE_LOCKED`,
 *   `STORE_FULL`, `STORE_UNREADABLE`
 */
export async function openSqliteStore(options: SqliteStoreOptions): Promise<ArtifactStore> {
  const { path, splitter, onEvent, create = true, toleratesDamage, now = Date.now } = options;
  const busyTimeoutMs = options.busyTimeoutMs ?? DEFAULT_BUSY_TIMEOUT_MS;
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
