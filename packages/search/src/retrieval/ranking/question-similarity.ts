import type { IndexTables } from '../search-index/index-tables.js';
import type { Scope } from './scope.js';

/** Questions that have little in common are this near each other all the same. */
const LEAST_SIMILARITY = 0.35;

/** How the questions of the docs are compared with a query. */
export interface QuestionComparison {
  /** Cosines of some texts with the query, in their order. */
  compare(texts: readonly string[]): ArrayLike<number>;
  /** Questions that do not count, by number. */
  isMasked(question: number): boolean;
}

/** Where the questions are. */
export interface QuestionSource {
  readonly reader: Pick<IndexTables, 'core' | 'topic'>;
  readonly scope: Pick<Scope, 'isAllowed'>;
}

/**
 * How near the nearest question of each topic is to the query as a whole, 0 to below 1: words alone do not tell a question that
 * asks the same from one that has a rare word of it. A topic whose questions ask something else is left out, as one without any.
 *
 * @param topics numbers of topics
 * @returns by topic number
 */
export async function questionSimilarity(
  topics: readonly number[],
  comparison: QuestionComparison,
  source: QuestionSource,
): Promise<ReadonlyMap<number, number>> {
  const { firstChunks, firstPrompts } = source.reader.core;
  const hasQuestions = (topic: number): boolean =>
    firstPrompts[firstChunks[topic]!]! < firstPrompts[firstChunks[topic + 1]!]!;
  const found = await Promise.all(
    topics.filter(hasQuestions).map(async (topic) => [topic, await nearest(topic, comparison, source)] as const),
  );
  return new Map(found.flatMap(([topic, best]) => (best > LEAST_SIMILARITY ? [[topic, best - LEAST_SIMILARITY]] : [])));
}

/** The cosine of a topic's nearest question that counts, or 0. */
async function nearest(
  topic: number,
  { compare, isMasked }: QuestionComparison,
  { reader, scope }: QuestionSource,
): Promise<number> {
  const { firstChunks, firstPrompts } = reader.core;
  const first = firstChunks[topic]!;
  const { questions } = await reader.topic(topic);
  let best = 0;
  for (const [at, texts] of questions.entries()) {
    if (texts.length === 0 || !scope.isAllowed(first + at)) continue;
    const similarities = compare(texts);
    for (let place = 0; place < similarities.length; place++) {
      if (similarities[place]! > best && !isMasked(firstPrompts[first + at]! + place)) best = similarities[place]!;
    }
  }
  return best;
}
