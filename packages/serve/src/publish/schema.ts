import { TopicmillError } from '@topicmill/base/diagnostics';
import { ensureSchema, type Postgres, type Transaction } from '@topicmill/base/postgres';

/** What marks a schema as published docs. */
const PROGRAM = 'topicmill-docs';
const FORMAT = 1;

/**
 * `publications` are docs roots by name and version; `pages` their folders, topics and categories. `chunks` are for whoever
 * asks in SQL, and `files` what a docs root has besides chunks. A row of `texts` has a lexeme for each term of a chunk, a
 * title or a question, with how often it occurs there: see `lexemes.ts`. `lexemes` lists those that are or were in use.
 */
const TABLES = `
  CREATE TABLE settings (name text PRIMARY KEY, value text NOT NULL);
  CREATE TABLE publications (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text COLLATE "C" NOT NULL,
    version text COLLATE "C" NOT NULL,
    revision bigint NOT NULL,
    head text NOT NULL,
    UNIQUE (name, version)
  );
  CREATE TABLE pages (
    key bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    publication integer NOT NULL REFERENCES publications ON DELETE CASCADE,
    id text COLLATE "C" NOT NULL,
    title text NOT NULL,
    sha256 text NOT NULL,
    statistics text,
    record text,
    spellings text,
    prompts bytea,
    vectors bytea,
    UNIQUE (publication, id)
  );
  ALTER TABLE pages SET (toast_tuple_target = 256);
  CREATE TABLE files (
    publication integer NOT NULL,
    path text COLLATE "C" NOT NULL,
    page bigint NOT NULL REFERENCES pages ON DELETE CASCADE,
    sha256 text NOT NULL,
    content bytea NOT NULL,
    PRIMARY KEY (publication, path)
  );
  CREATE INDEX files_by_page ON files (page);
  CREATE TABLE chunks (
    page bigint NOT NULL REFERENCES pages ON DELETE CASCADE,
    place integer NOT NULL,
    publication integer NOT NULL,
    path text COLLATE "C" NOT NULL,
    title text NOT NULL,
    url text,
    is_code boolean NOT NULL,
    token_count integer NOT NULL,
    text text NOT NULL,
    keywords text[] NOT NULL,
    questions text[] NOT NULL,
    sha256 text NOT NULL,
    PRIMARY KEY (page, place)
  );
  CREATE INDEX chunks_by_path ON chunks (publication, path);
  CREATE TABLE texts (
    page bigint NOT NULL REFERENCES pages ON DELETE CASCADE,
    kind text COLLATE "C" NOT NULL,
    place integer NOT NULL,
    lexemes text[] COLLATE "C" NOT NULL,
    sequence text,
    sha256 text NOT NULL,
    PRIMARY KEY (page, kind, place)
  );
  ALTER TABLE texts SET (toast_tuple_target = 128);
  CREATE INDEX texts_by_lexeme ON texts USING gin (lexemes);
  CREATE TABLE lexemes (lexeme text COLLATE "C" PRIMARY KEY);
  CREATE TABLE words (
    publication integer NOT NULL REFERENCES publications ON DELETE CASCADE,
    spelling text COLLATE "C" NOT NULL,
    count integer NOT NULL,
    PRIMARY KEY (publication, spelling)
  );
  CREATE INDEX words_by_count ON words (publication, count);
  INSERT INTO settings VALUES ('program', '${PROGRAM}'), ('format', '${FORMAT}');
`;

/**
 * Makes the schema where there is none; two that begin at once take turns.
 *
 * @returns whether chunks have a column for pgvector, which they get where the extension is installed
 * @throws TopicmillError `STORE_FOREIGN` for a schema of another program or of a later release
 */
export async function prepareSchema(transaction: Transaction, { schema, place }: Postgres): Promise<boolean> {
  await transaction.rows('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`topicmill ${schema} docs`]);
  if (!(await hasSchema(transaction, schema, place))) {
    await ensureSchema(transaction, schema);
    await transaction.run(TABLES);
  }
  const [vectors] = await transaction.rows<{ is_installed: boolean; has_column: boolean }>(
    `SELECT to_regtype('vector') IS NOT NULL AS is_installed,
            EXISTS (SELECT FROM pg_attribute WHERE attrelid = 'chunks'::regclass AND attname = 'embedding') AS has_column`,
  );
  const { is_installed, has_column } = vectors!;
  if (is_installed && !has_column) {
    // Without their hash, all pages are written again.
    await transaction.run("ALTER TABLE chunks ADD COLUMN embedding vector; UPDATE pages SET sha256 = ''");
  }
  return is_installed || has_column;
}

/**
 * Whether a schema contains published docs.
 *
 * @throws TopicmillError `STORE_FOREIGN`
 */
export async function hasSchema(transaction: Transaction, schema: string, place: string): Promise<boolean> {
  const [found] = await transaction.rows<{ has_settings: boolean; has_tables: boolean }>(
    `SELECT to_regclass($1) IS NOT NULL AS has_settings,
            EXISTS (SELECT FROM pg_class JOIN pg_namespace AS n ON n.oid = relnamespace WHERE nspname = $2) AS has_tables`,
    [`"${schema}".settings`, schema],
  );
  if (!found!.has_tables) return false;
  const rows = found!.has_settings
    ? await transaction.rows<{ name: string; value: string }>('SELECT name, value FROM settings')
    : [];
  const settings = new Map(rows.map(({ name, value }) => [name, value]));
  if (settings.get('program') !== PROGRAM) {
    throw foreignDatabaseError(
      place,
      'The schema contains tables of another program.',
      'Name another one with `?schema=`.',
    );
  }
  if (settings.get('format') === String(FORMAT)) return true;
  throw foreignDatabaseError(
    place,
    'The docs were published by another release.',
    'Use that release, or name another schema.',
  );
}

function foreignDatabaseError(place: string, message: string, remedy: string): TopicmillError {
  return new TopicmillError('STORE_FOREIGN', message, { file: place, remedy });
}
