import type { Transaction } from '@topicmill/base/postgres';
import { fuseRankings, type RankedKey } from '@topicmill/search/retrieval';
import type { Embedder } from '@topicmill/text/embedder';
import { checkModel } from '../binding.js';
import type { FoundPassages, PreparedQuery } from '../engine.js';
import { narrowingOf, type RequiredText, requiredTest } from '../required-text.js';
import type { CheckedSearch } from '../search-options.js';
import { fromColumn } from '../text-column.js';
import type { AllowedKeys } from './allowed-keys.js';
import { fromField, Parameters, type TextColumns, withContent } from './columns.js';
import { describeHits } from './describe-hits.js';
import { filterKeys } from './filter-condition.js';
import { findTerms, narrowingQuery, rankByTerms, type TermRanking } from './passage-terms.js';
import { readBinding } from './settings.js';
import { findNearest } from './vector-tables.js';

/** How many texts are read at a time to be tested for the required ones. */
const TEST_BATCH = 500;

/** Finds passages by words and by meaning; in the caller's transaction. */
export async function searchPassages(
  transaction: Transaction,
  query: PreparedQuery,
  checked: CheckedSearch,
  { embedder, place }: { readonly embedder: Embedder; readonly place: string },
): Promise<FoundPassages> {
  const { mode } = checked;
  const { vector, required, candidateCount: limit } = query;
  const allowed = await allowedKeys(transaction, query, checked);
  const byTerms: TermRanking =
    mode === 'dense'
      ? { ranked: [], foundTerms: new Set() }
      : await rankByTerms(transaction, query, allowed.sql, allowed.parameters);
  let ranked = byTerms.ranked;
  // Required words may all be stop words, or no term may begin with them: no ranking has the passages that contain them.
  if (mode === 'lexical' && required.length > 0) ranked = await withUnranked(transaction, ranked, allowed, limit);
  if (vector !== undefined) {
    const binding = await readBinding(transaction, 'binding');
    // The model may have changed while the query was embedded.
    checkModel(binding, embedder, place);
    const { sql: among, parameters } = allowed;
    const dense =
      binding === undefined ? [] : await findNearest(transaction, binding, { vector, limit, among, parameters });
    ranked = mode === 'dense' ? dense : fuseRankings([ranked, dense]);
  }
  const described = await describeHits(transaction, { ranked, query, checked, allowed });
  return { ...described, missingWords: await missingWords(transaction, query, byTerms.foundTerms) };
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

/** Words of the query that no text and no title of the store has, as they were asked for. */
async function missingWords(
  transaction: Transaction,
  { words }: PreparedQuery,
  foundTerms: ReadonlySet<string>,
): Promise<readonly string[]> {
  const doubtful = words.filter(({ terms }) => !terms.some((term) => foundTerms.has(term)));
  const found = await findTerms(transaction, [...new Set(doubtful.flatMap(({ terms }) => terms))]);
  const missing = doubtful.filter(({ terms }) => !terms.some((term) => found.has(term)));
  return [...new Set(missing.map(({ word }) => word))];
}
