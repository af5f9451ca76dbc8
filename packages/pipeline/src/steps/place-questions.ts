import { WordTerms } from '@topicmill/search/retrieval';
import { cosineSimilarity, fourDecimals } from '@topicmill/topics/similarity';
import type { TopicmillConfig } from '../config/index.js';

/** A question with its answer and the vector of both. */
export interface QuestionToPlace {
  readonly question: string;
  /** Markdown; empty where nobody has answered. */
  readonly answer: string;
  /** Of `questionWithAnswer`. */
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

/** The weight of similarity compared with the words of the answer that a chunk contains. */
const VECTOR_SHARE = 0.5;

/** What is embedded of a question. */
export function questionWithAnswer(question: string, answer: string): string {
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
  const sharesOf = wordShares(
    questions.map(({ question, answer }) => questionWithAnswer(question, answer)),
    chunks,
  );
  return questions.map(({ vector }, at) => {
    const shares = sharesOf[at]!;
    const values = chunks.map((chunk, index) => {
      const similarity = fourDecimals(cosineSimilarity(vector, chunk.vector));
      return { index, similarity, value: shares[index]! + VECTOR_SHARE * similarity };
    });
    return values
      .sort((a, b) => b.value - a.value || a.index - b.index)
      .filter(({ similarity }, place) => place === 0 || similarity >= minSimilarity)
      .slice(0, maxPerQuestion)
      .map(({ index, similarity }) => ({ index, similarity }));
  });
}

/** Of each text, which share of its words each chunk of a topic contains, rare words in the topic counting more. */
export function wordShares(
  texts: readonly string[],
  chunks: readonly Pick<PlacedChunk, 'text'>[],
): readonly Float64Array[] {
  words.forgetIfLarge();
  const terms = texts.map(termsIn);
  const holders = holdersByTerm(chunks, terms);
  return terms.map((some) => heldShares(some, holders, chunks.length));
}

const words = new WordTerms();

function termsIn(text: string): ReadonlySet<string> {
  const terms = new Set<string>();
  for (const word of words.differentWords(text)) for (const term of words.termsOf(word)) terms.add(term);
  return terms;
}

/** The places of the chunks that contain a term of some question, in order. */
function holdersByTerm(
  chunks: readonly Pick<PlacedChunk, 'text'>[],
  termsOfQuestions: readonly ReadonlySet<string>[],
): ReadonlyMap<string, readonly number[]> {
  const holders = new Map<string, number[]>();
  for (const terms of termsOfQuestions) for (const term of terms) holders.set(term, []);
  const holdersOfWord = new Map<number, readonly number[][]>();
  for (const [index, { text }] of chunks.entries()) {
    for (const word of words.differentWords(text)) {
      let found = holdersOfWord.get(word);
      if (found === undefined) {
        found = placesOf(word, holders);
        holdersOfWord.set(word, found);
      }
      for (const places of found) if (places.at(-1) !== index) places.push(index);
    }
  }
  return holders;
}

/** Few words have a term that a question has. */
const NONE: number[][] = [];

function placesOf(word: number, holders: ReadonlyMap<string, number[]>): readonly number[][] {
  let found = NONE;
  for (const term of words.termsOf(word)) {
    const places = holders.get(term);
    if (places === undefined) continue;
    if (found === NONE) found = [places];
    else found.push(places);
  }
  return found;
}

/** Of each chunk, which share of the terms it contains, each by its worth: the more, the fewer chunks contain it. */
function heldShares(
  terms: ReadonlySet<string>,
  holders: ReadonlyMap<string, readonly number[]>,
  chunkCount: number,
): Float64Array {
  const held = new Float64Array(chunkCount);
  let total = 0;
  for (const term of terms) {
    const places = holders.get(term)!;
    const worth = Math.log(1 + chunkCount / (places.length || 0.5));
    total += worth;
    for (const index of places) held[index]! += worth;
  }
  return total === 0 ? held : held.map((worth) => worth / total);
}
