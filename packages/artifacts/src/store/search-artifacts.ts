import { analyzeWords, MEANING_ONLY } from '@topicmill/search/retrieval/parts';
import { checkModel } from './binding.js';
import type { PreparedQuery } from './engine.js';
import type { StoreContext } from './ingest.js';
import { parseQuery, queryTerms } from './parse-query.js';
import { checkedUnitVector } from './passages.js';
import { type CheckedSearch, checkSearch, type SearchAnswer, type SearchOptions } from './search-options.js';

/** Passages that each ranking gives, at least and for each result wanted: some are repetitions. */
const MIN_CANDIDATE_COUNT = 100;
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
  const { hits, haveWords, missingWords } = await context.engine.search(prepared, checked, await context.embedder());
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
    candidateCount: Math.max(MIN_CANDIDATE_COUNT, CANDIDATES_PER_RESULT * limit),
  };
}

/** The query's vector; `undefined` when it says nothing, or the store has no vector. */
async function embedQuery(
  { engine, embedder: loadEmbedder }: StoreContext,
  query: string,
  signal: AbortSignal | undefined,
): Promise<Float32Array | undefined> {
  const [binding, embedder] = await Promise.all([engine.readBinding(signal), loadEmbedder()]);
  checkModel(binding, embedder, engine.place);
  if (binding === undefined || !/\S/u.test(query)) return undefined;
  const [vector] = await embedder.embed([query], { labels: ['the query'], signal });
  return checkedUnitVector(vector ?? new Float32Array(0), binding.dimensions, 'the query');
}

/** What people and models must know before they trust an answer, one sentence each; often none. */
export function remarksOn({ hits, by_meaning_only, missing_words, required }: SearchAnswer): string[] {
  return [
    ...(missing_words.length === 0 ? [] : [`Not in the store: ${missing_words.join(', ')}.`]),
    ...(hits.length > 0 || required.length === 0 ? [] : [`No text contains ${required.join(' and ')}.`]),
    ...(by_meaning_only ? [MEANING_ONLY] : []),
  ];
}
