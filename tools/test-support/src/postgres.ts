import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** Where tests find a server, unless the environment names another one. */
const USUAL_ADDRESS = 'postgres://127.0.0.1:5432/test';

/** Addresses of a server for tests: one per test run and place, so that no two are the same. */
export interface TestDatabase {
  /** Address of a schema that nobody has. */
  newAddress(parameters?: Readonly<Record<string, string>>): string;
  /** Runs a statement outside of the code under test. */
  query<Row extends pg.QueryResultRow>(sql: string, values?: unknown[]): Promise<Row[]>;
  /** Drops all schemas whose addresses were given out. */
  close(): Promise<void>;
}

/**
 * The server of PostgreSQL for tests: that of `TOPICMILL_POSTGRES`, or the usual one of this machine.
 *
 * @returns `undefined` where there is none, after a message
 * @throws Error where there is none and `TOPICMILL_REQUIRE_POSTGRES=1`
 */
export async function openTestDatabase(): Promise<TestDatabase | undefined> {
  const base = process.env['TOPICMILL_POSTGRES'] ?? usualAddress();
  const pool = new pg.Pool({ connectionString: base, max: 2, allowExitOnIdle: true });
  try {
    await pool.query('SELECT 1');
  } catch (thrown) {
    await pool.end();
    const message = `There is no PostgreSQL server at ${new URL(base).host}; TOPICMILL_POSTGRES names another one.`;
    if (process.env['TOPICMILL_REQUIRE_POSTGRES'] === '1') throw new Error(message, { cause: thrown });
    console.warn(`Skipped: ${message}`);
    return undefined;
  }
  const run = `test_${process.pid}_${randomBytes(4).toString('hex')}`;
  const schemas: string[] = [];
  return {
    newAddress(parameters = {}) {
      const schema = `${run}_${schemas.length}`;
      schemas.push(schema);
      const url = new URL(base);
      url.searchParams.set('schema', schema);
      // Nothing here has to outlive a power failure.
      url.searchParams.set('options', '-c synchronous_commit=off');
      for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
      return url.href;
    },
    query: async <Row extends pg.QueryResultRow>(sql: string, values?: unknown[]) =>
      (await pool.query<Row>(sql, values)).rows,
    async close() {
      for (const schema of schemas) await pool.query(`DROP SCHEMA IF EXISTS "${schema}" CASCADE`);
      await pool.end();
    },
  };
}

function usualAddress(): string {
  const url = new URL(USUAL_ADDRESS);
  url.username = process.env['PGUSER'] ?? process.env['USER'] ?? 'root';
  return url.href;
}
