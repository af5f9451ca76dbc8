import type { IndexTables } from '../search-index/index-tables.js';
import type { Scope } from './scope.js';

/** Questions that have little in common are this near each other anyway. */
const LEAST_SIMILARITY = 0.35;

/** How the questions of the docs are compared with a query. */
export interface QuestionComparison {
  /** Cosines of some texts with the query, in their order; in the place of those below `least`, anything below it. */
  compare(texts: readonly string[], least: number): ArrayLike<number>;
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

/** The cosine of a topic's nearest question that counts, or one that is too small to count. */
async function nearest(
  topic: number,
  { compare, isMasked }: QuestionComparison,
  { reader, scope }: QuestionSource,
): Promise<number> {
  const { firstChunks, firstPrompts } = reader.core;
  const { questions } = await reader.topic(topic);
  // A list for each chunk would be hundreds of short ones, and each takes longer to hand over than to compare.
  const similarities = compare(questions, LEAST_SIMILARITY);
  const first = firstPrompts[firstChunks[topic]!]!;
  let best = 0;
  for (let chunk = firstChunks[topic]!; chunk < firstChunks[topic + 1]!; chunk++) {
    if (!scope.isAllowed(chunk)) continue;
    for (let question = firstPrompts[chunk]!; question < firstPrompts[chunk + 1]!; question++) {
      const similarity = similarities[question - first]!;
      if (similarity > best && !isMasked(question)) best = similarity;
    }
  }
  return best;
}
