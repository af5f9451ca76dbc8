import { TopicmillError } from '@topicmill/base/diagnostics';
import type { Postgres, Transaction } from '@topicmill/base/postgres';
import type { Binding, BindingName } from '../binding.js';
import { ANALYSIS_NAME } from '../passage-rows.js';
import { rebuildTerms } from './passage-terms.js';

/** What marks a schema as an artifact store. */
const PROGRAM = 'topicmill-artifacts';
const OLDEST_SERVER = 150_000;

/**
 * Steps from one format to the next; the first creates the tables. A store of format n has had the first n applied.
 *
 * `artifacts` and `artifact_chunks` are the two collections, as in a file. `identity` is a hash of what makes an
 * artifact the same: names may be longer than an index takes. `facts` and `people` are attributes as filters look for
 * them. A row of `passage_terms` has one lexeme a term, with how often it occurs; `term_counts` sums up all rows, over
 * several, so that writers do not wait for each other. Terms go into their index at once: those that are pending would be
 * read for each term of a search. The vectors are in tables of their own: see `vector-tables.ts`.
 */
const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE settings (name text PRIMARY KEY, value text NOT NULL);
  CREATE SEQUENCE keys AS bigint;

  CREATE TABLE artifacts (
    key bigint PRIMARY KEY,
    id text COLLATE "C" NOT NULL UNIQUE,
    identity text COLLATE "C" NOT NULL UNIQUE,
    content text NOT NULL,
    content_utf16 bytea,
    artifact_type text NOT NULL,
    source_system text NOT NULL,
    source_id text,
    title text,
    token_count integer NOT NULL,
    is_chunked smallint NOT NULL,
    num_chunks integer NOT NULL,
    content_hash text COLLATE "C" NOT NULL,
    sensitivity text NOT NULL,
    ts text COLLATE "C" NOT NULL,
    attributes text NOT NULL,
    facts text[] NOT NULL,
    people text[] NOT NULL
  );

  CREATE TABLE artifact_chunks (
    key bigint PRIMARY KEY,
    id text COLLATE "C" NOT NULL,
    artifact_key bigint NOT NULL REFERENCES artifacts (key),
    chunk_index integer NOT NULL,
    content text NOT NULL,
    content_utf16 bytea,
    start_char integer NOT NULL,
    end_char integer NOT NULL,
    token_count integer NOT NULL,
    content_hash text COLLATE "C" NOT NULL,
    is_blank smallint NOT NULL,
    UNIQUE (artifact_key, chunk_index)
  );

  CREATE VIEW passages AS
    SELECT key, key AS artifact_key, id, NULL::integer AS chunk_index, content, content_utf16, 0 AS start_char,
           token_count, content_hash, 0::smallint AS is_blank
      FROM artifacts WHERE is_chunked = 0
    UNION ALL
    SELECT key, artifact_key, id, chunk_index, content, content_utf16, start_char, token_count, content_hash, is_blank
      FROM artifact_chunks;

  CREATE TABLE passage_terms (key bigint PRIMARY KEY, terms tsvector NOT NULL, length integer NOT NULL);
  ALTER TABLE passage_terms ALTER terms SET STORAGE EXTERNAL;
  CREATE INDEX passage_terms_by_term ON passage_terms USING gin (terms) WITH (fastupdate = off);
  CREATE TABLE term_counts (slot integer PRIMARY KEY, passage_count bigint NOT NULL, length bigint NOT NULL);
  `,
  // Texts of a store without a note of its sizes were split before chunks had prefaces.
  `
  ALTER TABLE artifact_chunks ADD preface text, ADD vector_hash text COLLATE "C";
  CREATE INDEX chunks_by_text ON artifact_chunks (content_hash);
  DROP VIEW passages;
  CREATE VIEW passages AS
    SELECT key, key AS artifact_key, id, NULL::integer AS chunk_index, content, content_utf16, 0 AS start_char,
           token_count, content_hash, 0::smallint AS is_blank, NULL::text AS preface, content_hash AS vector_hash
      FROM artifacts WHERE is_chunked = 0
    UNION ALL
    SELECT key, artifact_key, id, chunk_index, content, content_utf16, start_char, token_count, content_hash, is_blank,
           preface, coalesce(vector_hash, content_hash)
      FROM artifact_chunks;
  INSERT INTO settings SELECT 'sizes', '{}' WHERE EXISTS (SELECT 1 FROM artifacts) ON CONFLICT DO NOTHING;
  `,
];

/**
 * Finds the tables of a store, and makes them, or brings them to this release's format.
 *
 * @param create whether to make a store where there is none
 * @throws TopicmillError `STORE_MISSING`; `STORE_FOREIGN` for a schema of another program or of a later release, and for
 *   a server that is too old
 */
export async function prepareSchema(postgres: Postgres, create: boolean): Promise<void> {
  const isCurrent = await postgres.read(async (transaction) => {
    await checkServer(transaction, postgres.place);
    const format = await readFormat(transaction, postgres);
    if (format === 0 && !create) throw missing(postgres.place);
    return format === MIGRATIONS.length && (await readSetting(transaction, 'analysis')) === ANALYSIS_NAME;
  });
  if (isCurrent) return;
  await postgres.write(async (transaction) => {
    await lockForFormat(transaction, postgres.schema);
    const format = await readFormat(transaction, postgres);
    const { ensureSchema } = await import('@topicmill/base/postgres');
    if (format === 0) await ensureSchema(transaction, postgres.schema);
    for (const step of MIGRATIONS.slice(format)) await transaction.run(step);
    if ((await readSetting(transaction, 'analysis')) !== ANALYSIS_NAME) await rebuildTerms(transaction);
    await writeSetting(transaction, 'program', PROGRAM);
    await writeSetting(transaction, 'format', String(MIGRATIONS.length));
    await writeSetting(transaction, 'analysis', ANALYSIS_NAME);
  });
}

async function checkServer(transaction: Transaction, place: string): Promise<void> {
  const [server] = await transaction.rows<{ server_version_num: string; server_encoding: string }>(
    `SELECT current_setting('server_version_num') AS server_version_num,
            current_setting('server_encoding') AS server_encoding`,
  );
  if (Number(server!.server_version_num) < OLDEST_SERVER) {
    throw foreign(place, 'The server is older than PostgreSQL 15.', 'Use PostgreSQL 15 or newer.');
  }
  if (server!.server_encoding !== 'UTF8') {
    throw foreign(place, 'The encoding of the database is not UTF8.', 'Use a database made with `--encoding UTF8`.');
  }
}

/** The format of a store; 0 where there is none. */
async function readFormat(transaction: Transaction, { schema, place }: Postgres): Promise<number> {
  const [found] = await transaction.rows<{ has_settings: boolean; has_tables: boolean }>(
    `SELECT to_regclass($1) IS NOT NULL AS has_settings,
            EXISTS (SELECT 1 FROM pg_class JOIN pg_namespace AS n ON n.oid = relnamespace WHERE nspname = $2) AS has_tables`,
    [`"${schema}".settings`, schema],
  );
  const { has_settings, has_tables } = found!;
  if (!has_tables) return 0;
  const format = has_settings ? Number(await readSetting(transaction, 'format')) : 0;
  if (!has_settings || (await readSetting(transaction, 'program')) !== PROGRAM) {
    throw foreign(place, 'The schema contains tables of another program.', 'Name another one with `?schema=`.');
  }
  if (format <= MIGRATIONS.length) return format;
  throw foreign(
    place,
    `The store has format ${format}; this release knows ${MIGRATIONS.length}.`,
    'Use a newer release.',
  );
}

function missing(place: string): TopicmillError {
  return new TopicmillError('STORE_MISSING', 'There is no store in this schema.', {
    file: place,
    remedy: 'Check the address, or ingest something first.',
  });
}

function foreign(place: string, message: string, remedy: string): TopicmillError {
  return new TopicmillError('STORE_FOREIGN', message, { file: place, remedy });
}

/** A binding, and how its vectors are stored: by the extension pgvector, or as bytes. */
export interface PostgresBinding extends Binding {
  readonly column: VectorColumn;
}

type VectorColumn = 'vector' | 'bytea';

export async function readSetting(transaction: Transaction, name: string): Promise<string | undefined> {
  const [row] = await transaction.rows<{ value: string }>('SELECT value FROM settings WHERE name = $1', [name]);
  return row?.value;
}

/** @param value `undefined` removes it */
export async function writeSetting(transaction: Transaction, name: string, value: string | undefined): Promise<void> {
  if (value === undefined) {
    await transaction.rows('DELETE FROM settings WHERE name = $1', [name]);
    return;
  }
  await transaction.rows(
    'INSERT INTO settings VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
    [name, value],
  );
}

export async function readBinding(transaction: Transaction, name: BindingName): Promise<PostgresBinding | undefined> {
  const json = await readSetting(transaction, name);
  return json === undefined ? undefined : (JSON.parse(json) as PostgresBinding);
}

/** @param binding `undefined` removes it */
export function writeBinding(
  transaction: Transaction,
  name: BindingName,
  binding: PostgresBinding | undefined,
): Promise<void> {
  return writeSetting(transaction, name, binding && JSON.stringify(binding));
}

/** Keys for rows of both collections, never given twice. */
export async function takeKeys(transaction: Transaction, count: number): Promise<readonly number[]> {
  if (count === 0) return [];
  const rows = await transaction.rows<{ key: number }>("SELECT nextval('keys') AS key FROM generate_series(1, $1)", [
    count,
  ]);
  return rows.map(({ key }) => key);
}

/**
 * Locks of the server by name, until the end of the transaction. Writers share the lock of the model, so that only a
 * change of the model waits for them, and they for it.
 */
async function lock(transaction: Transaction, name: string, call: string): Promise<void> {
  await transaction.rows(`SELECT ${call}(hashtextextended($1, 0))`, [name]);
}

/** Nobody else makes or migrates the tables. */
function lockForFormat(transaction: Transaction, schema: string): Promise<void> {
  return lock(transaction, `topicmill ${schema} format`, 'pg_advisory_xact_lock');
}

/** The model stays as it is; others write too. */
export function lockModelShared(transaction: Transaction, schema: string): Promise<void> {
  return lock(transaction, `topicmill ${schema} model`, 'pg_advisory_xact_lock_shared');
}

/** Nobody writes: the model may change. */
export function lockModel(transaction: Transaction, schema: string): Promise<void> {
  return lock(transaction, `topicmill ${schema} model`, 'pg_advisory_xact_lock');
}

/** Nobody else makes tables for vectors. Taken after the lock of the model. */
export function lockForTables(transaction: Transaction, schema: string): Promise<void> {
  return lock(transaction, `topicmill ${schema} tables`, 'pg_advisory_xact_lock');
}

/** Nobody else writes what has this identity, whether it is there or not. Taken after the lock of the model. */
export function lockIdentity(transaction: Transaction, schema: string, identity: string): Promise<void> {
  return lock(transaction, `topicmill ${schema} artifact ${identity}`, 'pg_advisory_xact_lock');
}
