import type { IndexTables } from '../search-index/index-tables.js';
import type { Scope } from './scope.js';

/** How near the passages of docs are to a query: the texts of chunks, and the questions written for them. */
export interface PassageNearness {
  /** Cosine of the nearer of a chunk's text and its nearest question, by chunk number; 0 for chunks out of scope. */
  readonly chunks: Float32Array;
  /** Cosine of a page's nearest passage, by topic number. */
  readonly topics: Float32Array;
  /** Number of the question that is nearer than the chunk's text, by chunk number; -1 where none is. */
  readonly questions: Int32Array;
}

/**
 * Compares all passages in scope with a query.
 *
 * @param vector of the query, of length 1
 * @param isMasked questions that do not count, by number
 */
export async function passageNearness(
  reader: Pick<IndexTables, 'core' | 'similarities' | 'questionSimilarities'>,
  scope: Scope,
  vector: Float32Array,
  isMasked: (question: number) => boolean,
): Promise<PassageNearness> {
  const { firstChunks, firstPrompts } = reader.core;
  const [first, end] = [firstChunks[scope.firstTopic]!, firstChunks[scope.endTopic]!];
  const [ofChunks, ofQuestions] = await Promise.all([
    reader.similarities(first, end, vector),
    reader.questionSimilarities(firstPrompts[first]!, firstPrompts[end]!, vector),
  ]);
  const chunks = new Float32Array(firstChunks.at(-1)!);
  const topics = new Float32Array(firstChunks.length - 1);
  const questions = new Int32Array(chunks.length).fill(-1);
  for (let topic = scope.firstTopic; topic < scope.endTopic; topic++) {
    if (!scope.isTopicAllowed(topic)) continue;
    for (let chunk = firstChunks[topic]!; chunk < firstChunks[topic + 1]!; chunk++) {
      if (!scope.isAllowed(chunk)) continue;
      let nearest = ofChunks[chunk - first]!;
      for (let question = firstPrompts[chunk]!; question < firstPrompts[chunk + 1]!; question++) {
        const similarity = ofQuestions[question - firstPrompts[first]!]!;
        if (similarity <= nearest || isMasked(question)) continue;
        nearest = similarity;
        questions[chunk] = question;
      }
      chunks[chunk] = nearest;
      topics[topic] = Math.max(topics[topic]!, nearest);
    }
  }
  return { chunks, topics, questions };
}

/**
 * Values in standard deviations above the least of them: the differences are those of standard scores, and none is negative.
 *
 * @param isCounted which values there are, by position; others give 0
 */
export function standardized(values: Float32Array, isCounted: (at: number) => boolean): Float32Array {
  let count = 0;
  let sum = 0;
  let squares = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let at = 0; at < values.length; at++) {
    if (!isCounted(at)) continue;
    const value = values[at]!;
    count++;
    sum += value;
    squares += value * value;
    least = Math.min(least, value);
  }
  const deviation = count === 0 ? 0 : Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2));
  const standard = new Float32Array(values.length);
  if (deviation < 1e-6) return standard;
  for (let at = 0; at < values.length; at++) if (isCounted(at)) standard[at] = (values[at]! - least) / deviation;
  return standard;
}
