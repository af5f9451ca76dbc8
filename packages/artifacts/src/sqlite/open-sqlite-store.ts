import type { ArtifactStore } from '../artifact-store.js';
import type { ArtifactEmbedder } from '../embedder.js';
import type { ArtifactSplitter } from '../splitter.js';

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

/**
 * Opens an artifact store in one SQLite file.
 *
 * @throws TopicmillError `STORE_MISSING`, `STORE_FOREIGN`, `STORE_DAMAGED`, `STORE_LOCKED`, `STORE_UNREADABLE`
 */
export async function openSqliteStore(_options: SqliteStoreOptions): Promise<ArtifactStore> {
  throw new Error('to be written');
}
