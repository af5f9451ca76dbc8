import type { Transaction } from '@topicmill/base/postgres';
import { fuseRankings, type RankedKey } from '@topicmill/search/retrieval';
import type { Embedder } from '@topicmill/text/embedder';
import { checkModel } from '../binding.js';
import type { FoundPassages, PreparedQuery } from '../engine.js';
import { narrowingOf, type RequiredText, requiredTest } from '../required-text.js';
import type { CheckedSearch } from '../search-options.js';
import { fromColumn } from '../text-column.js';
import { wordsWithoutTerms } from '../words-without-terms.js';
import type { AllowedKeys } from './allowed-keys.js';
import { fromField, Parameters, type TextColumns, withContent } from './columns.js';
import { describeHits } from './describe-hits.js';
import { filterKeys } from './filter-condition.js';
import { findTerms, narrowingQuery, rankByTerms, type TermRanking } from './passage-terms.js';
import { readBinding } from './settings.js';
import { findNearest } from './vector-tables.js';

/** How many texts are read at a time and tested for the required ones. */
const TEST_BATCH = 500;

/** Finds passages by words and by meaning; in the caller's transaction. */
export async function searchPassages(
  transaction: Transaction,
  query: PreparedQuery,
  checked: CheckedSearch,
  { embedder, place }: { readonly embedder: Embedder; readonly place: string },
): Promise<FoundPassages> {
  const allowed = await allowedKeys(transaction, query, checked);
  const { ranked: lexical, foundTerms } = await rankLexically(transaction, query, checked, allowed);
  const dense = await rankByVector(transaction, query, allowed, { embedder, place });
  const ranked = dense === undefined ? lexical : checked.mode === 'dense' ? dense : fuseRankings([lexical, dense]);
  const described = await describeHits(transaction, { ranked, query, checked, allowed });
  return { ...described, missingWords: await missingWords(transaction, query, foundTerms) };
}

async function rankLexically(
  transaction: Transaction,
  query: PreparedQuery,
  { mode }: CheckedSearch,
  allowed: AllowedKeys,
): Promise<TermRanking> {
  if (mode === 'dense') return { ranked: [], foundTerms: new Set() };
  const byTerms = await rankByTerms(transaction, query, allowed.sql, allowed.parameters);
  if (mode !== 'lexical' || query.required.length === 0) return byTerms;
  // Required words may all be stop words, or no term may begin with them: no ranking has the passages that contain them.
  return { ...byTerms, ranked: await withUnranked(transaction, byTerms.ranked, allowed, query.candidateCount) };
}

/** `undefined` when the query has no vector. */
async function rankByVector(
  transaction: Transaction,
  { vector, candidateCount: limit }: PreparedQuery,
  { sql: among, parameters }: AllowedKeys,
  { embedder, place }: { readonly embedder: Embedder; readonly place: string },
): Promise<readonly RankedKey[] | undefined> {
  if (vector === undefined) return undefined;
  const binding = await readBinding(transaction, 'binding');
  // The model may have changed while the query was embedded.
  checkModel(binding, embedder, place);
  return binding === undefined ? [] : await findNearest(transaction, binding, { vector, limit, among, parameters });
}

/** The passages that pass the filter and contain the required texts. */
async function allowedKeys(
  transaction: Transaction,
  { required }: PreparedQuery,
  { options }: CheckedSearch,
): Promise<AllowedKeys> {
  const parameters = new Parameters();
  const filtered = filterKeys(options.filter ?? {}, parameters);
  if (required.length === 0) return { sql: filtered, parameters };
  const keys = await keysWithRequired(transaction, required, { sql: filtered, parameters });
  const found = new Parameters();
  return { sql: `SELECT unnest(${found.add(keys)}::bigint[])`, parameters: found };
}

/** The passages, of those allowed, that contain all that is required, in their text or their title. */
async function keysWithRequired(
  transaction: Transaction,
  required: readonly RequiredText[],
  { sql, parameters }: AllowedKeys,
): Promise<readonly number[]> {
  const narrowing = required.map((text) => narrowingQuery(narrowingOf(text))).filter((part) => part !== undefined);
  const conditions = sql === undefined ? [] : [`passages.key IN (${sql})`];
  if (narrowing.length > 0) {
    const query = parameters.add(narrowing.map((part) => `(${part})`).join(' & '));
    conditions.push(`passages.key IN (SELECT key FROM passage_terms WHERE terms @@ ${query}::tsquery)`);
  }
  const last = parameters.add(-1);
  const where = [...conditions, `passages.key > ${last}`].join(' AND ');
  const isWanted = requiredTest(required);
  const keys: number[] = [];
  for (;;) {
    const rows = await transaction.rows<TextColumns & { key: number; title: string | null }>(
      `SELECT passages.key, title, passages.content, passages.content_utf16
         FROM passages JOIN artifacts ON artifacts.key = artifact_key
        WHERE ${where} ORDER BY passages.key LIMIT ${TEST_BATCH}`,
      parameters.values,
    );
    for (const row of rows) {
      const title = fromField(row.title ?? '');
      if (isWanted(`${fromColumn(withContent(row).content)}\n${title}`)) keys.push(row.key);
    }
    if (rows.length < TEST_BATCH) return keys;
    parameters.values[parameters.values.length - 1] = rows.at(-1)!.key;
  }
}

async function withUnranked(
  transaction: Transaction,
  ranked: readonly RankedKey[],
  { sql, parameters }: AllowedKeys,
  limit: number,
): Promise<readonly RankedKey[]> {
  const rows = await transaction.rows<{ key: number }>(
    `SELECT key FROM passages WHERE key IN (${sql}) ORDER BY key LIMIT ${limit}`,
    parameters.values,
  );
  const known = new Set(ranked.map(({ key }) => key));
  return [...ranked, ...rows.filter(({ key }) => !known.has(key)).map(({ key }) => ({ key, score: 0 }))];
}

/** Words of the query that no text and no title of the store has, as the query has them. */
async function missingWords(
  transaction: Transaction,
  { words }: PreparedQuery,
  foundTerms: ReadonlySet<string>,
): Promise<readonly string[]> {
  const doubtful = words.filter(({ terms }) => !terms.some((term) => foundTerms.has(term)));
  const found = await findTerms(transaction, [...new Set(doubtful.flatMap(({ terms }) => terms))]);
  return wordsWithoutTerms(doubtful, (term) => found.has(term));
}
