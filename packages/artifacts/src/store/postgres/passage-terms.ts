import type { Transaction } from '@topicmill/base/postgres';
import type { RankedKey } from '@topicmill/search/retrieval/parts';
import { fromColumn } from '../column-values.js';
import type { PreparedQuery } from '../engine.js';
import type { Narrowing } from '../parse-query.js';
import { type TermRow, termRow, termsOf } from '../passage-rows.js';
import { findArtifacts, Parameters, type TextColumns, withContent } from './find-rows.js';

/** Parameters of BM25, those of SQLite's FTS5. */
const SATURATION = 1.2;
const LENGTH_WEIGHT = 0.75;
const MIN_IDF = 1e-6;

/** How often a term occurs, as lexemes tell it: from the ninth on in steps, since one more changes little by then. */
const STEPS = [1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 19, 24, 32, 48, 96];
/** Longest term in a lexeme, in UTF-16 units: a lexeme has at most 2,046 bytes. */
const MAX_TERM_LENGTH = 600;
/** Rows over which the counts of a store are spread. */
const SLOT_COUNT = 64;
/** Passages whose terms are rebuilt at once. */
const REBUILD_BATCH = 500;

/** Terms of passages as rows of `passage_terms`. */
export async function insertTerms(
  transaction: Transaction,
  keys: readonly number[],
  rows: readonly TermRow[],
): Promise<void> {
  if (keys.length === 0) return;
  const vectors = rows.map(({ title, body }) => termVector(`${title} ${body}`));
  await transaction.rows(
    `INSERT INTO passage_terms SELECT key, terms::tsvector, length
       FROM unnest($1::bigint[], $2::text[], $3::integer[]) AS made (key, terms, length)`,
    [keys, vectors.map(({ terms }) => terms), vectors.map(({ length }) => length)],
  );
  await count(
    transaction,
    keys.length,
    vectors.reduce((sum, { length }) => sum + length, 0),
  );
}

export async function removeTerms(transaction: Transaction, keys: readonly number[]): Promise<void> {
  if (keys.length === 0) return;
  const [removed] = await transaction.rows<{ passages: number; length: number }>(
    `WITH removed AS (DELETE FROM passage_terms WHERE key = ANY ($1) RETURNING length)
     SELECT count(*) AS passages, coalesce(sum(length), 0)::bigint AS length FROM removed`,
    [keys],
  );
  await count(transaction, -removed!.passages, -removed!.length);
}

/** A ranking by BM25, with the numbers of those terms that occur at all. */
export interface TermRanking {
  readonly ranked: readonly RankedKey[];
  readonly foundTerms: ReadonlySet<string>;
}

/**
 * Passages by BM25, the best first. Lexemes tell how often a term occurs, so that everything is read from the index.
 *
 * @param among SQL for the keys allowed, with its parameters; all when left out
 */
export async function rankByTerms(
  transaction: Transaction,
  { terms, candidateCount }: PreparedQuery,
  among: string | undefined,
  { values }: Parameters,
): Promise<TermRanking> {
  if (terms.length === 0) return { ranked: [], foundTerms: new Set() };
  const parameters = new Parameters();
  parameters.values.push(...values);
  const lexemes = terms.flatMap((term, at) => STEPS.map((step) => ({ at, step, query: quoted(lexeme(term, step)) })));
  const add = (value: unknown): string => parameters.add(value);
  const rows = await transaction.rows<{ key: number | null; score: number | null; found: number[] | null }>(
    `WITH wanted AS (
       SELECT * FROM unnest(${add(lexemes.map(({ at }) => at))}::integer[], ${add(lexemes.map(({ query }) => query))}::text[],
                            ${add(lexemes.map(({ step }) => step))}::float8[]) AS wanted (term, lexeme, occurrences)
     ), counts AS (
       SELECT sum(passage_count)::float8 AS passages, sum(length)::float8 / sum(passage_count)::float8 AS mean
         FROM term_counts HAVING sum(passage_count) > 0
     ), found AS MATERIALIZED (
       SELECT wanted.term, occurrences, key, length
         FROM wanted JOIN passage_terms ON passage_terms.terms @@ wanted.lexeme::tsquery
     ), weights AS (
       SELECT term, greatest(ln((min(passages) - count(*) + 0.5) / (count(*) + 0.5)), ${MIN_IDF}) AS idf
         FROM found, counts GROUP BY term
     ), scored AS (
       SELECT key, sum(idf * occurrences * ${SATURATION + 1}
                / (occurrences + ${SATURATION} * (${1 - LENGTH_WEIGHT} + ${LENGTH_WEIGHT}::float8 * length / mean))) AS score
         FROM found JOIN weights USING (term), counts
        ${among === undefined ? '' : `WHERE key IN (${among})`}
        GROUP BY key ORDER BY score DESC, key LIMIT ${add(candidateCount)}
     )
     SELECT key, score, NULL::integer[] AS found FROM scored
     UNION ALL SELECT NULL, NULL, (SELECT array_agg(term) FROM weights)`,
    parameters.values,
  );
  const ranked = rows.filter((row): row is RankedKey & { found: null } => row.key !== null);
  const found = rows.find(({ key }) => key === null)?.found ?? [];
  // The order of a union is the server's to choose.
  ranked.sort((a, b) => b.score - a.score || a.key - b.key);
  return {
    ranked: ranked.map(({ key, score }) => ({ key, score })),
    foundTerms: new Set(found.map((at) => terms[at]!)),
  };
}

/** Those of some terms that any passage has. */
export async function findTerms(transaction: Transaction, terms: readonly string[]): Promise<ReadonlySet<string>> {
  if (terms.length === 0) return new Set();
  const rows = await transaction.rows<{ at: number }>(
    `SELECT at FROM unnest($1::text[]) WITH ORDINALITY AS wanted (query, at)
      WHERE EXISTS (SELECT 1 FROM passage_terms WHERE terms @@ wanted.query::tsquery)`,
    [terms.map(anyCount)],
  );
  return new Set(rows.map(({ at }) => terms[at - 1]!));
}

/** A query for passages whose terms are narrowed down to this; `undefined` when it does not narrow. */
export function narrowingQuery({ inRow, anyOf, beginning }: Narrowing): string | undefined {
  if (inRow.length > 0) return inRow.map(anyCount).join(' & ');
  if (beginning === undefined) return undefined;
  return [`${quoted(beginning.slice(0, MAX_TERM_LENGTH))}:*`, ...anyOf.map(anyCount)].join(' | ');
}

/** Fills the terms of a store anew; in the caller's transaction. */
export async function rebuildTerms(transaction: Transaction): Promise<void> {
  await transaction.run('DELETE FROM passage_terms; DELETE FROM term_counts');
  for (let last = -1; ; ) {
    const rows = await transaction.rows<
      TextColumns & { key: number; artifact_key: number; chunk_index: number | null }
    >(
      `SELECT key, artifact_key, chunk_index, content, content_utf16 FROM passages
        WHERE key > $1 ORDER BY key LIMIT ${REBUILD_BATCH}`,
      [last],
    );
    if (rows.length === 0) return;
    const keys = [...new Set(rows.map(({ artifact_key }) => artifact_key))];
    const artifacts = await findArtifacts(transaction, 'WHERE key = ANY ($1)', [keys]);
    const byKey = new Map(artifacts.map((artifact) => [artifact.key, artifact]));
    const made = rows.map((row) => {
      const terms = termsOf(fromColumn(withContent(row).content));
      return termRow(byKey.get(row.artifact_key)!, (row.chunk_index ?? 0) === 0, terms);
    });
    await insertTerms(
      transaction,
      rows.map(({ key }) => key),
      made,
    );
    last = rows.at(-1)!.key;
  }
}

/** Any writer adds to one of the rows, most likely one that nobody else adds to at the moment. */
async function count(transaction: Transaction, passages: number, length: number): Promise<void> {
  await transaction.rows(
    `INSERT INTO term_counts VALUES (pg_backend_pid() % ${SLOT_COUNT}, $1, $2)
     ON CONFLICT (slot) DO UPDATE SET passage_count = term_counts.passage_count + excluded.passage_count,
                                      length = term_counts.length + excluded.length`,
    [passages, length],
  );
}

/** Terms as text of a tsvector, a lexeme each, and how many there are. */
function termVector(terms: string): { readonly terms: string; readonly length: number } {
  const all = terms.split(' ').filter((term) => term !== '');
  const counts = new Map<string, number>();
  for (const term of all) counts.set(term, (counts.get(term) ?? 0) + 1);
  const lexemes = Array.from(counts, ([term, occurrences]) => quoted(lexeme(term, counterStep(occurrences))));
  return { terms: lexemes.join(' '), length: all.length };
}

function counterStep(occurrences: number): number {
  return STEPS.findLast((step) => step <= occurrences)!;
}

/** A term contains no space, so none is the beginning of another with its count. */
function lexeme(term: string, step: number): string {
  return `${term.slice(0, MAX_TERM_LENGTH)} ${step}`;
}

function anyCount(term: string): string {
  return `${quoted(`${term.slice(0, MAX_TERM_LENGTH)} `)}:*`;
}

/** As text of a tsvector or tsquery. */
function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}
