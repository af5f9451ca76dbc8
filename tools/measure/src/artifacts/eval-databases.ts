import {
  type ArtifactStore,
  openPostgresStore,
  openSqliteStore,
  type SqliteStoreOptions,
} from '@topicmill/artifacts/store';
import { startPglite } from '@topicmill/test-support/pglite';
import { openTestDatabase } from '@topicmill/test-support/postgres';

type StoreOptions = Omit<SqliteStoreOptions, 'path'>;

/** A kind of store that artifacts are searched in. */
export interface EvalDatabase {
  readonly name: string;
  /** Opens a store with nothing in it. */
  open(options: StoreOptions): Promise<ArtifactStore>;
}

/**
 * Runs work with a store in memory, which comes first, and if asked with PostgreSQL too, without and with pgvector; with
 * the extension in this process, by PGlite. Says so where there is no server.
 */
export async function* withDatabases<Result>(
  usesPostgres: boolean,
  work: (databases: readonly EvalDatabase[]) => AsyncIterable<Result>,
): AsyncGenerator<Result> {
  const databases: EvalDatabase[] = [
    { name: 'SQLite', open: (options) => openSqliteStore({ ...options, path: ':memory:' }) },
  ];
  if (!usesPostgres) {
    yield* work(databases);
    return;
  }
  const server = await openTestDatabase();
  if (server !== undefined) {
    const open = (options: StoreOptions) => openPostgresStore({ ...options, address: server.newAddress() });
    databases.push({ name: 'PostgreSQL', open });
  }
  const pglite = await startPglite();
  let storeCount = 0;
  const open = (options: StoreOptions) =>
    openPostgresStore({ ...options, address: `${pglite.address}?schema=store_${++storeCount}` });
  databases.push({ name: 'PostgreSQL with pgvector', open });
  try {
    yield* work(databases);
  } finally {
    await server?.close();
    await pglite.close();
  }
}
