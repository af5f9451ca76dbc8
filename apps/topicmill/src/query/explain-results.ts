import type { SearchMode, SearchResponse, SearchResult } from '@topicmill/search/retrieval';

/** What each kind of evidence alone says about a result: its place among the chunks that it finds, from 1 on; left out beyond them. */
export interface ResultExplanation {
  readonly topic: string;
  readonly index: number;
  readonly words?: number;
  readonly vectors?: number;
  readonly questions?: number;
  /** Cosine with the query. */
  readonly similarity?: number;
  /** The question that the query resembles. */
  readonly question?: string;
}

/** Chunks of each kind of evidence that are looked at. */
const MAX_EXAMINED_CHUNKS = 100;

const MODES = { words: 'bm25', vectors: 'vectors', questions: 'prompts' } as const satisfies Record<string, SearchMode>;

/**
 * Searches again by each kind of evidence alone, to say what it gave.
 *
 * @param search by a mode; one that an index cannot do answers in another
 */
export async function explainResults(
  results: readonly SearchResult[],
  search: (limit: number, mode: SearchMode) => Promise<SearchResponse>,
): Promise<ResultExplanation[]> {
  const kinds = Object.entries(MODES).map(async ([kind, mode]) => {
    const response = await search(MAX_EXAMINED_CHUNKS, mode);
    const found = response.mode === mode ? response.results : [];
    return [kind, new Map(found.map((each, at) => [keyOf(each), { place: at + 1, match: each.match }]))] as const;
  });
  const places = await Promise.all(kinds);
  return results.map((result) => {
    const own = places.flatMap(([kind, found]) => {
      const known = found.get(keyOf(result));
      return known === undefined ? [] : [[kind, known] as const];
    });
    const similarity = result.match.similarity ?? own.find(([kind]) => kind === 'vectors')?.[1].match.similarity;
    const { question } = result.match;
    return {
      topic: result.topic,
      index: result.index,
      ...Object.fromEntries(own.map(([kind, { place }]) => [kind, place])),
      ...(similarity === undefined ? {} : { similarity }),
      ...(question === undefined ? {} : { question }),
    };
  });
}

/** For people: `alone: words 1, vectors 7 (0.412), questions –`. */
export function explanationText({ words, vectors, questions, similarity }: ResultExplanation): string {
  const place = (kind: string, at: number | undefined): string => `${kind} ${at === undefined ? '–' : at}`;
  const cosine = similarity === undefined ? '' : ` (${similarity.toFixed(3)})`;
  return `alone: ${place('words', words)}, ${place('vectors', vectors)}${cosine}, ${place('questions', questions)}`;
}

function keyOf({ topic, index }: Pick<SearchResult, 'topic' | 'index'>): string {
  return `${topic}\n${index}`;
}
