import {
  findSnippet,
  headingPath,
  RESULT_FORMAT,
  type ResultJson,
  type SearchMode,
  type SearchResponse,
  type StripeRequest,
} from '@topicmill/search/retrieval';
import { type ChunkItem, chunkFactsJson, readChunkFacts } from '@topicmill/topics/formats';

/** What `topicmill query --json` prints. */
export interface QueryAnswer {
  /** Version of the schema of the results. */
  readonly format: typeof RESULT_FORMAT;
  /** How it was searched, or the stripe order. */
  readonly mode: SearchMode | 'conceptual' | 'technical';
  readonly results: readonly ResultJson[];
  /** Whether nothing but nearness of meaning speaks for the results; not of a stripe. */
  readonly by_meaning_only?: boolean;
  /** Words of the query that the docs do not contain, without stop words; not of a stripe. */
  readonly missing_words?: readonly string[];
  /** Words that were searched for instead of misspelt ones, where there are any. */
  readonly corrections?: SearchResponse['corrections'];
  /** Languages of the docs that were not searched and that the query may be in. */
  readonly other_locales?: readonly string[];
}

/** The answer of a search, wherever the docs are, with its results as they are printed. */
export function searchAnswer(
  { mode, byMeaningOnly, missingWords, corrections, otherLocales }: SearchResponse,
  results: readonly ResultJson[],
): QueryAnswer {
  return {
    format: RESULT_FORMAT,
    mode,
    by_meaning_only: byMeaningOnly,
    missing_words: missingWords,
    ...(corrections.length === 0 ? {} : { corrections }),
    ...(otherLocales === undefined ? {} : { other_locales: otherLocales }),
    results,
  };
}

/** The answer that is a sample of a topic in stripe order. */
export function sampleAnswer({ order }: StripeRequest, results: readonly ResultJson[]): QueryAnswer {
  return { format: RESULT_FORMAT, mode: order, results };
}

/**
 * A chunk of a sample as it is printed, without its place.
 *
 * @param lines those of its source, where they are known
 */
export function sampledChunk(
  topic: { readonly id: string; readonly title: string },
  item: ChunkItem,
  { order }: StripeRequest,
  lines?: readonly [first: number, last: number],
): ResultJson {
  return {
    topic: topic.id,
    topic_title: topic.title,
    index: item.index,
    title: item.title,
    ...(lines === undefined ? {} : { lines: [...lines] }),
    ...chunkFactsJson(readChunkFacts(item)),
    score: (order === 'technical' ? item.similarity_technical : undefined) ?? item.similarity_conceptual,
  };
}

/** What of a chunk's text speaks for it. */
export function passageOf(text: string, words: readonly string[]): Pick<ResultJson, 'headings' | 'passage'> {
  const passage = findSnippet(text, words)
    .map((piece) => piece.text)
    .join('');
  return { headings: headingPath(text), passage };
}
