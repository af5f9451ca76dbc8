import { userInfo } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { type DiagnosticCode, TopicmillError } from '../diagnostics/index.js';
import type { PostgresAddress } from './postgres-address.js';

/** Beginnings of PostgreSQL's codes, the most special first, and what they are for the user. */
const FAULTS: readonly (readonly [prefix: string, code: DiagnosticCode, message: string, remedy: string])[] = [
  ['28', 'DATABASE_REFUSED', 'The database does not let this user in', 'Check user, password and pg_hba.conf.'],
  ['3D', 'DATABASE_REFUSED', 'There is no such database', 'Check its name, or have it made with `createdb`.'],
  ['42501', 'DATABASE_REFUSED', 'The user may not do this', 'Grant it the rights that the docs list.'],
  ['25006', 'DATABASE_REFUSED', 'The database is read-only', 'Use the address of the primary server.'],
  ['55P03', 'DATABASE_LOCKED', 'Another client keeps a lock', 'Wait until it is done, and try again.'],
  ['53300', 'DATABASE_LOCKED', 'All connections of the server are in use', 'Lower `connections=`, or use a pooler.'],
  ['53100', 'DATABASE_FAULT', 'There is no room on the disk of the server', 'Free some; nothing was half-written.'],
  ['57P', 'DATABASE_UNREACHABLE', 'The server ended the connection', 'Try again.'],
  ['08', 'DATABASE_UNREACHABLE', 'The connection was lost', 'Try again.'],
];

const NETWORK_CODE =
  /^(?:ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_|ENOENT|EADDR|CERT_|ERR_TLS|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/;

/** Whether the server ended a transaction for the sake of another, so that it may succeed when it is run again. */
function isTransient(thrown: unknown): boolean {
  // Serialization, deadlock, somebody else's row; and a table that was replaced since it was looked up.
  return codeOf(thrown) !== undefined && /^(?:40001|40P01|23505|42P01)$/.test(codeOf(thrown)!);
}

/** Whether the connection is gone, and with it what was not committed. */
function isConnectionLost(thrown: unknown): boolean {
  if (/^(?:57P0[1-5]|08)/.test(codeOf(thrown) ?? '') || NETWORK_CODE.test(codeOf(thrown) ?? '')) return true;
  return (
    thrown instanceof Error &&
    /^(?:Connection terminated|Client has encountered a connection|timeout exceeded)/.test(thrown.message)
  );
}

/** What PostgreSQL's client throws as a TopicmillError with one of the `DATABASE_…` codes; anything else as it is. */
function databaseError(thrown: unknown, place: string): unknown {
  const code = codeOf(thrown);
  const says = thrown instanceof Error ? thrown.message : '';
  const fault = code === undefined ? undefined : FAULTS.find(([prefix]) => code.startsWith(prefix));
  if (fault !== undefined) {
    const [, ours, message, remedy] = fault;
    return new TopicmillError(ours, `${message}: ${says}.`, { file: place, remedy, cause: thrown });
  }
  if (isConnectionLost(thrown)) {
    return new TopicmillError('DATABASE_UNREACHABLE', `The database cannot be reached: ${says || code}.`, {
      file: place,
      remedy: 'Check that the server is running, and check its address and TLS.',
      cause: thrown,
    });
  }
  if (!(thrown instanceof pg.DatabaseError)) return thrown;
  return new TopicmillError('DATABASE_FAULT', `The database reports ${code}: ${says}.`, {
    file: place,
    remedy: "See the server's log.",
    cause: thrown,
  });
}

function codeOf(thrown: unknown): string | undefined {
  if (typeof thrown !== 'object' || thrown === null || !('code' in thrown)) return undefined;
  return typeof thrown.code === 'string' ? thrown.code : undefined;
}

const LONGEST_PAUSE_MS = 200;
const CONNECT_TIMEOUT_MS = 10_000;
/** PostgreSQL's number of the type `bigint`, which the client gives as text; ours are all exact as numbers. */
const BIGINT = 20;

/** What runs within a transaction, or outside of one. */
export interface Transaction {
  /** Rows of a query whose parameters are `$1`, `$2`, … */
  rows<Row>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Runs statements without parameters. */
  run(sql: string): Promise<void>;
}

/**
 * A pool of connections to one schema. Work that loses to another transaction, or whose connection is lost before it is
 * committed, is run again, so it must do nothing but query. Every method throws TopicmillError `DATABASE_…`.
 */
export interface Postgres {
  readonly place: string;
  readonly schema: string;
  /** Runs on one unchanging state. */
  read<Result>(work: (transaction: Transaction) => Promise<Result>, signal?: AbortSignal): Promise<Result>;
  /** Runs as one transaction: all of it happens or nothing. */
  write<Result>(work: (transaction: Transaction) => Promise<Result>, signal?: AbortSignal): Promise<Result>;
  /** Runs outside any transaction, once. */
  maintain<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

interface PostgresOptions {
  /** How long to wait for others, and for a server that is gone. */
  readonly busyTimeoutMs: number;
}

/** Opens a pool. Nothing is connected before the first query. */
export function openPostgres(address: PostgresAddress, { busyTimeoutMs }: PostgresOptions): Postgres {
  const { schema, place } = address;
  const pool = openPool(address);
  let wasReached = false;
  pool.on('connect', (client) => {
    wasReached = true;
    client.on('error', () => {});
  });
  // The path is set for each transaction, so that poolers that share connections between transactions can be used.
  // A server without statistics, as after an ingest, takes short queries for long ones and compiles each, in a third of a second.
  const settings = `SET LOCAL search_path TO "${schema}", public; SET LOCAL lock_timeout TO ${busyTimeoutMs}; SET LOCAL jit TO off`;
  const patiently = async <Result>(begin: string, work: Work<Result>, signal?: AbortSignal): Promise<Result> => {
    const deadline = Date.now() + busyTimeoutMs;
    for (let pauseMs = 5; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      signal?.throwIfAborted();
      try {
        return await attempt(pool, `${begin}; ${settings}`, work, place);
      } catch (thrown) {
        // A server that was never there is a wrong address, and nothing to wait for.
        const mayPass = isTransient(thrown) || (isConnectionLost(thrown) && wasReached);
        if (!mayPass || Date.now() >= deadline) throw databaseError(thrown, place);
      }
      await delay(pauseMs * (0.5 + Math.random() / 2), undefined, { signal });
    }
  };
  return {
    place,
    schema,
    read: (work, signal) => patiently('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', work, signal),
    write: (work, signal) => patiently('BEGIN ISOLATION LEVEL READ COMMITTED', work, signal),
    async maintain(work) {
      try {
        const client = await pool.connect();
        try {
          return await work(transactionOf(client));
        } finally {
          client.release();
        }
      } catch (thrown) {
        throw databaseError(thrown, place);
      }
    },
    close: () => pool.end(),
  };
}

type Work<Result> = (transaction: Transaction) => Promise<Result>;

function openPool({ connectionString, maxConnections }: PostgresAddress): pg.Pool {
  const pool = new pg.Pool({
    connectionString: withUser(connectionString),
    max: maxConnections,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'topicmill',
    // A process that is done ends, whatever is in its pool.
    allowExitOnIdle: true,
    types: { getTypeParser },
  });
  // A connection that breaks while nobody uses it is replaced; one in use fails the query that uses it.
  pool.on('error', () => {});
  return pool;
}

/** One transaction on a connection of the pool, which goes back there unless it is broken. */
async function attempt<Result>(pool: pg.Pool, begin: string, work: Work<Result>, place: string): Promise<Result> {
  const client = await pool.connect();
  let isCommitting = false;
  try {
    await client.query(begin);
    const result = await work(transactionOf(client));
    isCommitting = true;
    await client.query('COMMIT');
    client.release();
    return result;
  } catch (thrown) {
    if (isCommitting && isConnectionLost(thrown)) {
      client.release(true);
      throw uncertain(place, thrown);
    }
    const isBroken = isConnectionLost(thrown) || !(await isRolledBack(client));
    client.release(isBroken);
    throw thrown;
  }
}

function isRolledBack(client: pg.PoolClient): Promise<boolean> {
  return client.query('ROLLBACK').then(
    () => true,
    () => false,
  );
}

function transactionOf(client: pg.PoolClient): Transaction {
  return {
    async rows<Row>(sql: string, values: readonly unknown[] = []) {
      return (await client.query<Row & pg.QueryResultRow>(sql, [...values])).rows;
    },
    async run(sql) {
      await client.query(sql);
    },
  };
}

function getTypeParser(type: number, format?: 'text' | 'binary'): (value: unknown) => unknown {
  const parse = pg.types.getTypeParser(type, format as 'text') as (value: unknown) => unknown;
  return type === BIGINT ? (value) => Number(parse(value)) : parse;
}

function uncertain(place: string, cause: unknown): TopicmillError {
  return new TopicmillError(
    'DATABASE_UNREACHABLE',
    'The connection was lost while a change was committed: it was made as a whole or not at all.',
    { file: place, remedy: 'Run the command again: finished work is not repeated.', cause },
  );
}

/**
 * The client takes the user from `USER`, which containers and services often lack; like `psql`, this asks the system.
 */
function withUser(connectionString: string): string {
  const url = new URL(connectionString);
  if (url.username !== '' || url.searchParams.has('user') || process.env['PGUSER']) return connectionString;
  try {
    url.searchParams.set('user', userInfo().username);
  } catch {
    // A user id without a name, as containers have: the server says that it needs one.
  }
  return url.href;
}

/**
 * Makes a schema where there is none. Whoever may not make schemas is given one: `CREATE SCHEMA IF NOT EXISTS` asks for the
 * right to make it even where it is there.
 *
 * @param schema a plain identifier
 */
export async function ensureSchema(transaction: Transaction, schema: string): Promise<void> {
  const [found] = await transaction.rows('SELECT FROM pg_namespace WHERE nspname = $1', [schema]);
  if (found === undefined) await transaction.run(`CREATE SCHEMA "${schema}"`);
}
