import { openPostgres, parsePostgresAddress } from '@topicmill/base/postgres';
import type { ArtifactStore } from '../artifact-store.js';
import { engineStore } from '../engine-store.js';
import { checkStoreOptions, type StoreOptions } from '../store-options.js';
import { postgresEngine } from './postgres-engine.js';
import { prepareSchema } from './schema.js';

export interface PostgresStoreOptions extends StoreOptions {
  /**
   * `postgres://user:password@host:5432/database?schema=artifact_store&connections=10`; what is left out comes from the
   * environment variables of PostgreSQL.
   */
  readonly address: string;
}

const DEFAULT_SCHEMA = 'artifact_store';

/**
 * Opens an artifact store in a schema of PostgreSQL 15 or newer.
 *
 * @throws TopicmillError `INVALID_OPTION`, also for an address that cannot be read, `STORE_MISSING`, `STORE_FOREIGN`, `DATABASE_…`
 */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<ArtifactStore> {
  const { create, busyTimeoutMs, now } = checkStoreOptions(options, ['address'], 'openPostgresStore');
  const { splitter, onEvent, embedder: given } = options;
  const address = parsePostgresAddress(options.address, DEFAULT_SCHEMA);
  const postgres = openPostgres(address, { busyTimeoutMs });
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
