import { analyzeWords, fuseRankings, type RankedKey } from '@topicmill/search/retrieval';
import { checkedUnitVector } from '../checked-unit-vector.js';
import { queryTerms } from '../query-terms.js';
import { parseQuery, type RequiredText } from '../required-text.js';
import { type CheckedSearch, checkSearch } from '../search-options.js';
import type { SearchAnswer, SearchOptions } from '../search-types.js';
import { describeHits } from './describe-hits.js';
import { filterKeys } from './filter-keys.js';
import { currentVectors, type StoreContext } from './ingest.js';
import { openPassageTerms } from './passage-terms.js';
import { keysWithRequired } from './required-keys.js';
import { checkModel, readBinding } from './settings.js';
import type { KeySelection } from './vector-tables.js';

/** Passages that each ranking gives, at least and for each result wanted: some are repetitions. */
const LEAST_CANDIDATE_COUNT = 100;
const CANDIDATES_PER_RESULT = 4;

/** A query in the forms in which it is looked for. */
interface PreparedQuery {
  readonly text: string;
  readonly terms: readonly string[];
  readonly required: readonly RequiredText[];
  readonly vector: Float32Array | undefined;
}

/** Finds passages by words and by meaning. */
export async function searchPassages(
  context: StoreContext,
  query: string,
  options: SearchOptions,
): Promise<SearchAnswer> {
  const checked = checkSearch(options);
  const { mode } = checked;
  const { plainText: text, required } = parseQuery(query);
  const vector = mode === 'lexical' ? undefined : await embedQuery(context, text, options.signal);
  const prepared: PreparedQuery = { text, terms: queryTerms(text), required, vector };
  return context.connection.read(() => {
    const keys = allowedKeys(context, prepared, checked);
    const ranked = rankPassages(context, prepared, checked, keys);
    const { hits, haveWords } = describeHits(context.connection, ranked, prepared.terms, checked, keys);
    return {
      mode,
      hits,
      by_meaning_only: hits.length > 0 && !haveWords && required.length === 0,
      missing_words: missingWords(context, prepared),
      required: required.map(({ kind, text: wanted }) => (kind === 'phrase' ? `"${wanted}"` : `${wanted}*`)),
    };
  }, options.signal);
}

/** The query's vector; `undefined` when it says nothing, or the store has no vector. */
async function embedQuery(
  { connection, embedder }: StoreContext,
  query: string,
  signal: AbortSignal | undefined,
): Promise<Float32Array | undefined> {
  const binding = await connection.read(() => readBinding(connection.db, 'binding'), signal);
  checkModel(binding, embedder, connection.path);
  if (binding === undefined || !/\S/u.test(query)) return undefined;
  const [vector] = await embedder.embed([query], { labels: ['the query'], signal });
  return checkedUnitVector(vector ?? new Float32Array(0), binding.dimensions, 'the query');
}

/** The passages that filter and required texts let through; `undefined` for all. */
function allowedKeys(
  { connection }: StoreContext,
  { required }: PreparedQuery,
  { options }: CheckedSearch,
): KeySelection | undefined {
  const filtered = filterKeys(options.filter ?? {});
  return required.length === 0 ? filtered : keysWithRequired(connection.db, required, filtered);
}

function rankPassages(
  { connection, embedder }: StoreContext,
  { terms, vector, required }: PreparedQuery,
  { mode, limit }: CheckedSearch,
  keys: KeySelection | undefined,
): readonly RankedKey[] {
  const { db, path } = connection;
  const count = Math.max(LEAST_CANDIDATE_COUNT, CANDIDATES_PER_RESULT * limit);
  const lexical = mode === 'dense' ? [] : openPassageTerms(db).rank(terms, count, keys);
  // Required words may all be stop words, or begin no term: what has them is in no ranking, and is found all the same.
  const unranked = mode === 'lexical' && required.length > 0 ? unrankedKeys(connection, keys!, count) : [];
  if (vector === undefined) return [...lexical, ...unranked.filter(({ key }) => !lexical.some((of) => of.key === key))];
  // It may have changed while the query was embedded.
  checkModel(readBinding(db, 'binding'), embedder, path);
  const dense = currentVectors(connection)?.nearest(vector, count, keys) ?? [];
  return mode === 'dense' ? dense : fuseRankings([lexical, dense]);
}

function unrankedKeys({ db }: StoreContext['connection'], keys: KeySelection, limit: number): RankedKey[] {
  const select = db.prepare<unknown[], RankedKey>(
    `SELECT key, 0 AS score FROM passages WHERE key IN (${keys.sql}) ORDER BY key LIMIT ?`,
  );
  return select.all(...keys.parameters, limit);
}

/** Words of the query that no text and no title of the store has, as they were asked for. */
function missingWords({ connection }: StoreContext, { text, required }: PreparedQuery): string[] {
  const terms = openPassageTerms(connection.db);
  const prefixes = new Set(required.filter(({ kind }) => kind === 'prefix').map(({ text: wanted }) => wanted));
  const missing = analyzeWords(text).filter(
    ({ word, terms: found }) => !prefixes.has(word) && !found.some((term) => terms.has(term)),
  );
  return [...new Set(missing.map(({ word }) => word))];
}
