import { RESULT_FORMAT, type ResultJson, type SearchMode, type SearchResponse } from '@topicmill/search/retrieval';

/** What `topicmill query --json` prints. */
export interface QueryAnswer {
  /** Version of the schema of the results. */
  readonly format: typeof RESULT_FORMAT;
  /** How it was searched, or the stripe order. */
  readonly mode: SearchMode | 'conceptual' | 'technical';
  readonly results: readonly ResultJson[];
  /** Whether nothing but nearness of meaning speaks for the results; not of a stripe. */
  readonly by_meaning_only?: boolean;
  /** Words of the query that the docs do not hold, without stop words; not of a stripe. */
  readonly missing_words?: readonly string[];
  /** Words that were searched for instead of misspelt ones, where there are any. */
  readonly corrections?: SearchResponse['corrections'];
}

/** The answer of a search, wherever the docs are, with its results as they are printed. */
export function searchAnswer(
  { mode, byMeaningOnly, missingWords, corrections }: SearchResponse,
  results: readonly ResultJson[],
): QueryAnswer {
  return {
    format: RESULT_FORMAT,
    mode,
    by_meaning_only: byMeaningOnly,
    missing_words: missingWords,
    ...(corrections.length === 0 ? {} : { corrections }),
    results,
  };
}
