import {
  changedRecords,
  type DatabaseFormat,
  dimensionsOf,
  type ExportChanges,
  type ExportedDocs,
  type ExportedFields,
  exportRecords,
  type HrefOf,
  inBatches,
  KEYS_PER_REQUEST,
  type StoredRecord,
  vectorJson,
} from './export-record.js';

const FILES = { shape: 'pgvector.sql', records: 'pgvector.csv' } as const;
const UPSERT_FILE = 'pgvector.upsert.csv';
/** The table that changed rows are copied into first. */
const STAGING_TABLE = 'topicmill_changed_chunks';
const EMBEDDING = 'embedding';
/** Above these, pgvector builds no HNSW index on `vector` and on `halfvec`. */
const MAX_INDEXED_VECTOR = 2000;
const MAX_INDEXED_HALFVEC = 4000;

/** Name, type, and the value of a chunk. */
type Column = readonly [name: string, type: string, cellOf: (facts: ExportedFields) => string | undefined];

/** In order. */
const COLUMNS: readonly Column[] = [
  ['id', 'uuid PRIMARY KEY', ({ uuid }) => uuid],
  ['topic', 'text NOT NULL', ({ topic }) => topic],
  ['topic_title', 'text NOT NULL', (facts) => facts.topic_title],
  ['topic_description', 'text', (facts) => facts.topic_description],
  ['chunk_index', 'integer NOT NULL', ({ index }) => String(index)],
  ['title', 'text NOT NULL', ({ title }) => title],
  ['href', 'text NOT NULL', ({ href }) => href],
  ['source_href', 'text NOT NULL', (facts) => facts.source_href],
  ['first_line', 'integer NOT NULL', (facts) => String(facts.lines[0])],
  ['last_line', 'integer NOT NULL', (facts) => String(facts.lines[1])],
  ['start_byte', 'bigint NOT NULL', (facts) => String(facts.source_range.start)],
  ['end_byte', 'bigint NOT NULL', (facts) => String(facts.source_range.end)],
  ['tokens', 'integer NOT NULL', ({ tokens }) => String(tokens)],
  ['is_code', 'boolean NOT NULL', (facts) => String(facts.is_code)],
  ['keywords', 'jsonb NOT NULL', ({ keywords }) => JSON.stringify(keywords)],
  ['similarity_conceptual', 'real', (facts) => facts.similarity_conceptual?.toString()],
  ['similarity_technical', 'real', (facts) => facts.similarity_technical?.toString()],
  ['text', 'text NOT NULL', ({ text }) => text],
  ['questions', "jsonb NOT NULL DEFAULT '[]'", ({ questions }) => JSON.stringify(questions)],
  ['format', 'integer', ({ format }) => String(format)],
];
/** Where the topics are pages. */
const PAGE_COLUMNS: readonly Column[] = [
  ['url', 'text', ({ url }) => url],
  ['chunk_id', 'text', ({ id }) => id],
  ['version', 'text', ({ version }) => version],
  ['locale', 'text', ({ locale }) => locale],
];

const FIRST_CSV_CELL = /^"([^"]+)",/;
/** As `rowLine` writes the last cell. */
const VECTOR_CELL = /,"(\[[^"]*\])"$/;

/**
 * For PostgreSQL with pgvector: a CSV for `COPY`, and a script for `psql` that makes the table where it is not there and
 * gives it just these chunks, in one transaction. Changes are a CSV of the changed rows, and a script for `psql` that gives the
 * table these rows and removes those that are gone. The table is a plain identifier.
 */
export const pgvector: DatabaseFormat = {
  files: FILES,
  exportAll: (docs, hrefOf, table) => [
    { name: FILES.records, pieces: () => csv(docs, recordsOf(docs, hrefOf)) },
    { name: FILES.shape, pieces: () => [importScript(table, columnsOf(docs), dimensionsOf(docs))] },
  ],
  exportChanges: (docs, hrefOf, table, changes) => [
    { name: UPSERT_FILE, pieces: () => csv(docs, changedRecords(recordsOf(docs, hrefOf), changes)) },
    { name: 'pgvector.changes.sql', pieces: () => [changeScript(table, namesOf(docs), changes)] },
  ],
  recordsOf,
  // A row of the CSV goes on in the next line while a quote is open.
  readRecords(text) {
    if (text.split('"').length % 2 === 0) return undefined;
    if (text.startsWith('id,')) return [];
    const id = FIRST_CSV_CELL.exec(text)?.[1];
    if (id === undefined) throw new SyntaxError('No key.');
    const vector = VECTOR_CELL.exec(text);
    return [{ id, facts: vector === null ? text : text.slice(0, vector.index), vector: vector?.[1] }];
  },
};

/** Rows: their facts are all cells but the embedding. */
function* recordsOf(docs: ExportedDocs, hrefOf: HrefOf): Generator<StoredRecord> {
  const columns = columnsOf(docs);
  for (const { facts, vector } of exportRecords(docs, hrefOf)) {
    const cells = columns.map(([, , cellOf]) => csvCell(cellOf(facts)));
    yield { id: facts.uuid, facts: cells.join(','), vector: vector && vectorJson(vector) };
  }
}

function columnsOf(docs: ExportedDocs): readonly Column[] {
  return hasAddresses(docs) ? [...COLUMNS, ...PAGE_COLUMNS] : COLUMNS;
}

function namesOf(docs: ExportedDocs): readonly string[] {
  return [...columnsOf(docs).map(([name]) => name), ...(dimensionsOf(docs) === 0 ? [] : [EMBEDDING])];
}

function* csv(docs: ExportedDocs, records: Iterable<StoredRecord>): Generator<string> {
  yield `${namesOf(docs).join(',')}\n`;
  for (const record of records) yield rowLine(record);
}

function rowLine({ facts, vector }: StoredRecord): string {
  return vector === undefined ? `${facts}\n` : `${facts},${csvCell(vector)}\n`;
}

function hasAddresses({ topics }: ExportedDocs): boolean {
  return topics.some(({ url }) => url !== undefined);
}

function importScript(table: string, columns: readonly Column[], dimensions: number): string {
  const names = [...columns.map(([name]) => name), ...(dimensions === 0 ? [] : ['embedding'])];
  const definitions = columns.map(([name, type]) => `  ${name} ${type}`);
  if (dimensions > 0) definitions.push(`  ${EMBEDDING} vector(${dimensions}) NOT NULL`);
  return [
    runLine(FILES.records, FILES.shape),
    'BEGIN;',
    ...(dimensions === 0 ? [] : ['CREATE EXTENSION IF NOT EXISTS vector;']),
    `CREATE TABLE IF NOT EXISTS ${table} (\n${definitions.join(',\n')}\n);`,
    `DELETE FROM ${table};`,
    `\\copy ${table} (${names.join(', ')}) FROM '${FILES.records}' WITH (FORMAT csv, HEADER true)`,
    ...vectorIndex(table, dimensions),
    'COMMIT;',
    '',
  ].join('\n');
}

/** Rows that are the same are not written again, so that running the script twice does nothing. */
function changeScript(table: string, names: readonly string[], { deleted }: ExportChanges): string {
  const list = names.join(', ');
  const others = names.slice(1);
  const rowOf = (owner: string): string => others.map((name) => `${owner}.${name}`).join(', ');
  return [
    runLine(UPSERT_FILE, 'pgvector.changes.sql'),
    'BEGIN;',
    `CREATE TEMPORARY TABLE ${STAGING_TABLE} ON COMMIT DROP AS SELECT ${list} FROM ${table} WITH NO DATA;`,
    `\\copy ${STAGING_TABLE} (${list}) FROM '${UPSERT_FILE}' WITH (FORMAT csv, HEADER true)`,
    `INSERT INTO ${table} AS stored (${list}) SELECT ${list} FROM ${STAGING_TABLE}`,
    `  ON CONFLICT (id) DO UPDATE SET ${others.map((name) => `${name} = excluded.${name}`).join(', ')}`,
    `  WHERE (${rowOf('stored')}) IS DISTINCT FROM (${rowOf('excluded')});`,
    ...[...inBatches(deleted, KEYS_PER_REQUEST)].map(
      (keys) => `DELETE FROM ${table} WHERE id IN (${keys.map((key) => `'${key}'`).join(', ')});`,
    ),
    'COMMIT;',
    '',
  ].join('\n');
}

function runLine(data: string, script: string): string {
  return `-- Run in the folder of ${data}: psql -v ON_ERROR_STOP=1 -f ${script}`;
}

function vectorIndex(table: string, dimensions: number): string[] {
  if (dimensions === 0 || dimensions > MAX_INDEXED_HALFVEC) return [];
  const column =
    dimensions <= MAX_INDEXED_VECTOR
      ? 'embedding vector_cosine_ops'
      : `(embedding::halfvec(${dimensions})) halfvec_cosine_ops`;
  return [`CREATE INDEX IF NOT EXISTS ${table}_embedding ON ${table} USING hnsw (${column});`];
}

/** Quoted always, so that an empty text is not NULL; NULL is nothing at all. */
function csvCell(value: string | undefined): string {
  return value === undefined ? '' : `"${value.replaceAll('"', '""')}"`;
}
