import { dimensionsOf, type ExportedFields, exportRecords, vectorJson } from './export-record.js';
import type { ExportedDocs, ExportFile, HrefOf } from './export-topic.js';

const CSV_FILE = 'pgvector.csv';
/** Above these, pgvector builds no HNSW index on `vector` and on `halfvec`. */
const MAX_INDEXED_VECTOR = 2000;
const MAX_INDEXED_HALFVEC = 4000;

/** Name, type, and the value of a chunk. */
type Column = readonly [name: string, type: string, cellOf: (facts: ExportedFields) => string | undefined];

const QUESTIONS = 'questions';
const QUESTIONS_TYPE = "jsonb NOT NULL DEFAULT '[]'";

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
  [QUESTIONS, QUESTIONS_TYPE, ({ questions }) => JSON.stringify(questions)],
  ['similarity_conceptual', 'real NOT NULL', (facts) => String(facts.similarity_conceptual)],
  ['similarity_technical', 'real', (facts) => facts.similarity_technical?.toString()],
  ['text', 'text NOT NULL', ({ text }) => text],
];
/** Where the topics are pages. */
const PAGE_COLUMNS: readonly Column[] = [
  ['url', 'text', ({ url }) => url],
  ['chunk_id', 'text', ({ id }) => id],
  ['version', 'text', ({ version }) => version],
  ['locale', 'text', ({ locale }) => locale],
];

/**
 * For PostgreSQL with pgvector: a CSV for `COPY`, and a script for `psql` that makes the table where it is not there and
 * gives it just these chunks, in one transaction.
 *
 * @param table a plain identifier
 */
export function exportPgvector(docs: ExportedDocs, hrefOf: HrefOf, table: string): ExportFile[] {
  const dimensions = dimensionsOf(docs);
  const columns = hasAddresses(docs) ? [...COLUMNS, ...PAGE_COLUMNS] : COLUMNS;
  const names = [...columns.map(([name]) => name), ...(dimensions === 0 ? [] : ['embedding'])];
  return [
    {
      name: CSV_FILE,
      *pieces() {
        yield `${names.join(',')}\n`;
        for (const { facts, vector } of exportRecords(docs, hrefOf)) {
          const cells = columns.map(([, , cellOf]) => csvCell(cellOf(facts)));
          yield `${[...cells, ...(vector === undefined ? [] : [csvCell(vectorJson(vector))])].join(',')}\n`;
        }
      },
    },
    {
      name: 'pgvector.sql',
      *pieces() {
        yield importScript(table, columns, dimensions);
      },
    },
  ];
}

function hasAddresses({ topics }: ExportedDocs): boolean {
  return topics.some(({ url }) => url !== undefined);
}

function importScript(table: string, columns: readonly Column[], dimensions: number): string {
  const names = [...columns.map(([name]) => name), ...(dimensions === 0 ? [] : ['embedding'])];
  const definitions = columns.map(([name, type]) => `  ${name} ${type}`);
  if (dimensions > 0) definitions.push(`  embedding vector(${dimensions}) NOT NULL`);
  return [
    `-- Run in the folder of ${CSV_FILE}: psql -v ON_ERROR_STOP=1 -f pgvector.sql`,
    'BEGIN;',
    'CREATE EXTENSION IF NOT EXISTS vector;',
    `CREATE TABLE IF NOT EXISTS ${table} (\n${definitions.join(',\n')}\n);`,
    // A table that an earlier release made does not have it.
    `ALTER TABLE ${table} ADD COLUMN IF NOT EXISTS ${QUESTIONS} ${QUESTIONS_TYPE};`,
    `DELETE FROM ${table};`,
    `\\copy ${table} (${names.join(', ')}) FROM '${CSV_FILE}' WITH (FORMAT csv, HEADER true)`,
    ...vectorIndex(table, dimensions),
    'COMMIT;',
    '',
  ].join('\n');
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
