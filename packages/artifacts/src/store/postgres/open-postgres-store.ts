import { openPostgres, parsePostgresAddress } from '@topicmill/base/postgres';
import type { Embedder } from '@topicmill/text/embedder';
import type { ArtifactStore } from '../artifact-store.js';
import type { ChooseEmbedder } from '../embedder.js';
import { engineStore } from '../engine-store.js';
import type { ArtifactSplitter } from '../splitter.js';
import type { StoreEvent } from '../store-event.js';
import { postgresEngine } from './postgres-engine.js';
import { prepareSchema } from './schema.js';

export interface PostgresStoreOptions {
  /**
   * `postgres://user:password@host:5432/database?schema=artifact_store&connections=10`; what is left out comes from the
   * environment variables of PostgreSQL.
   */
  readonly address: string;
  /** The embedder, or what chooses one once the store's model is known. */
  readonly embedder: Embedder | ChooseEmbedder;
  readonly splitter: ArtifactSplitter;
  /** Make the schema and its tables if they are missing. Default: true. */
  readonly create?: boolean | undefined;
  /** How long to wait for other clients, and for a server that went away. Default: 30,000. */
  readonly busyTimeoutMs?: number | undefined;
  /** Milliseconds since the epoch. Default: the clock. */
  readonly now?: (() => number) | undefined;
  /** Told what happens; events have no texts in them. */
  readonly onEvent?: ((event: StoreEvent) => void) | undefined;
}

const DEFAULT_SCHEMA = 'artifact_store';
const DEFAULT_BUSY_TIMEOUT_MS = 30_000;

/**
 * Opens an artifact store in a schema of PostgreSQL 15 or newer.
 *
 * @throws TopicmillError `INVALID_OPTION` for an address that cannot be read, `STORE_MISSING`, `STORE_FOREIGN`, `DATABASE_…`
 */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<ArtifactStore> {
  const { splitter, onEvent, create = true, now = Date.now, embedder: given } = options;
  const address = parsePostgresAddress(options.address, DEFAULT_SCHEMA);
  const postgres = openPostgres(address, { busyTimeoutMs: options.busyTimeoutMs ?? DEFAULT_BUSY_TIMEOUT_MS });
  try {
    await prepareSchema(postgres, create);
    const engine = postgresEngine(postgres);
    const embedder = typeof given === 'function' ? given((await engine.readBinding())?.model) : given;
    return engineStore({ engine, embedder, splitter, now, onEvent });
  } catch (thrown) {
    await postgres.close();
    throw thrown;
  }
}
