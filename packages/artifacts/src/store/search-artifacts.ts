import { analyzeWords } from '@topicmill/search/retrieval';
import { checkModel } from './binding.js';
import { checkedUnitVector } from './checked-unit-vector.js';
import type { PreparedQuery } from './engine.js';
import type { StoreContext } from './ingest.js';
import { queryTerms } from './query-terms.js';
import { parseQuery } from './required-text.js';
import { type CheckedSearch, checkSearch } from './search-options.js';
import type { SearchAnswer, SearchOptions } from './search-types.js';

/** Passages that each ranking gives, at least and for each result wanted: some are repetitions. */
const LEAST_CANDIDATE_COUNT = 100;
const CANDIDATES_PER_RESULT = 4;

/** Finds passages by words and by meaning. */
export async function searchArtifacts(
  context: StoreContext,
  query: string,
  options: SearchOptions,
): Promise<SearchAnswer> {
  const checked = checkSearch(options);
  const prepared = await prepareQuery(context, query, checked);
  options.signal?.throwIfAborted();
  const { hits, haveWords, missingWords } = await context.engine.search(prepared, checked, context.embedder);
  const { required } = prepared;
  return {
    mode: checked.mode,
    hits,
    by_meaning_only: hits.length > 0 && !haveWords && required.length === 0,
    missing_words: missingWords,
    required: required.map(({ kind, text: wanted }) => (kind === 'phrase' ? `"${wanted}"` : `${wanted}*`)),
  };
}

async function prepareQuery(
  context: StoreContext,
  query: string,
  { mode, limit, options }: CheckedSearch,
): Promise<PreparedQuery> {
  const { plainText, required } = parseQuery(query);
  const vector = mode === 'lexical' ? undefined : await embedQuery(context, plainText, options.signal);
  const prefixes = new Set(required.filter(({ kind }) => kind === 'prefix').map(({ text }) => text));
  return {
    terms: queryTerms(plainText),
    words: analyzeWords(plainText).filter(({ word }) => !prefixes.has(word)),
    required,
    vector,
    candidateCount: Math.max(LEAST_CANDIDATE_COUNT, CANDIDATES_PER_RESULT * limit),
  };
}

/** The query's vector; `undefined` when it says nothing, or the store has no vector. */
async function embedQuery(
  { engine, embedder }: StoreContext,
  query: string,
  signal: AbortSignal | undefined,
): Promise<Float32Array | undefined> {
  const binding = await engine.readBinding(signal);
  checkModel(binding, embedder, engine.place);
  if (binding === undefined || !/\S/u.test(query)) return undefined;
  const [vector] = await embedder.embed([query], { labels: ['the query'], signal });
  return checkedUnitVector(vector ?? new Float32Array(0), binding.dimensions, 'the query');
}
