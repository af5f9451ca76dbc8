import type { TopicmillConfig } from '@topicmill/base/config';
import { analyzeText } from '@topicmill/search/retrieval';
import { cosineSimilarity, roundSimilarity } from '@topicmill/topics/similarity';

/** A question with its answer and the vector of both. */
export interface QuestionToPlace {
  readonly question: string;
  /** Markdown; empty where nobody has answered. */
  readonly answer: string;
  /** Of `questionText`. */
  readonly vector: Float32Array;
}

/** A chunk that a question may belong to. */
export interface PlacedChunk {
  readonly text: string;
  readonly vector: Float32Array;
}

/** A chunk that answers a question. */
export interface QuestionPlace {
  readonly index: number;
  /** Cosine, four decimals. */
  readonly similarity: number;
}

/** What similarity counts beside the words of the answer that a chunk contains. */
const VECTOR_SHARE = 0.5;

/** What is embedded of a question. */
export function questionText(question: string, answer: string): string {
  return answer === '' ? question : `${question}\n\n${answer}`;
}

/**
 * Finds the chunks of a topic that answer questions. A chunk counts the share of the words of question and answer that it
 * contains, rare words in the topic more, and half as much its similarity to both.
 *
 * A question was written for its topic: its best chunk has it however little they are alike, since questions in other words
 * than the text are those that the text alone does not answer.
 *
 * @returns for each question its chunks, the best first: at most `maxPerQuestion`, all but the first at `minSimilarity` or
 *   more
 */
export function placeQuestions(
  questions: readonly QuestionToPlace[],
  chunks: readonly PlacedChunk[],
  { minSimilarity, maxPerQuestion }: Pick<TopicmillConfig['prompts'], 'minSimilarity' | 'maxPerQuestion'>,
): QuestionPlace[][] {
  const termsOf = chunks.map(({ text }) => new Set(analyzeText(text)));
  const holders = new Map<string, number>();
  for (const terms of termsOf) for (const term of terms) holders.set(term, (holders.get(term) ?? 0) + 1);
  const worth = (term: string): number => Math.log(1 + chunks.length / (holders.get(term) ?? 0.5));
  return questions.map(({ question, answer, vector }) => {
    const terms = new Set(analyzeText(questionText(question, answer)));
    const wanted = Array.from(terms, (term) => [term, worth(term)] as const);
    const total = wanted.reduce((sum, [, value]) => sum + value, 0);
    const values = chunks.map((chunk, index) => {
      const held = wanted.reduce((sum, [term, value]) => sum + (termsOf[index]!.has(term) ? value : 0), 0);
      const similarity = roundSimilarity(cosineSimilarity(vector, chunk.vector));
      return { index, similarity, value: (total === 0 ? 0 : held / total) + VECTOR_SHARE * similarity };
    });
    return values
      .sort((a, b) => b.value - a.value || a.index - b.index)
      .filter(({ similarity }, place) => place === 0 || similarity >= minSimilarity)
      .slice(0, maxPerQuestion)
      .map(({ index, similarity }) => ({ index, similarity }));
  });
}
