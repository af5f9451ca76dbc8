import type { ArtifactStore } from '../artifact-store.js';
import type { ArtifactEmbedder } from '../embedder.js';
import type { ArtifactSplitter } from '../splitter.js';
import { openConnection } from './connection.js';
import { sqliteStore } from './sqlite-store.js';

export interface SqliteStoreOptions {
  /** The file; `:memory:` for a store that ends with the process. */
  readonly path: string;
  readonly embedder: ArtifactEmbedder;
  readonly splitter: ArtifactSplitter;
  /** Make the file if it is missing. Default: true. */
  readonly create?: boolean | undefined;
  /** How long to wait for other processes. Default: 30,000. */
  readonly busyTimeoutMs?: number | undefined;
  /** Milliseconds since the epoch. Default: the clock. */
  readonly now?: (() => number) | undefined;
}

/** How long other processes are waited for. */
export const DEFAULT_BUSY_TIMEOUT_MS = 30_000;

/**
 * Opens an artifact store in one SQLite file.
 *
 * @throws TopicmillError `STORE_ENGINE_MISSING`, `STORE_MISSING`, `STORE_FOREIGN`, `STORE_DAMAGED`, `STORE_LOCKED`,
 *   `STORE_FULL`, `STORE_UNREADABLE`
 */
export async function openSqliteStore(options: SqliteStoreOptions): Promise<ArtifactStore> {
  const { path, embedder, splitter, create = true, busyTimeoutMs = DEFAULT_BUSY_TIMEOUT_MS, now = Date.now } = options;
  const connection = await openConnection({ path, create, busyTimeoutMs });
  return sqliteStore({ connection, embedder, splitter, now });
}
