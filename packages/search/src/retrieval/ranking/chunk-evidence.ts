import type { IndexTables } from '../search-index/index-tables.js';
import type { WordScores } from './score-words.js';
import { WEIGHTS } from './weights.js';

const ASKS_HOW = /\bhow (?:do|does|can|should|to)\b/i;

/** What is known about a chunk before it is compared with others. */
export interface ChunkSignals {
  /** BM25 score of its text. */
  readonly words: number;
  /** Score of its topic's title. */
  readonly title: number;
  /** Score of its topic's description. */
  readonly description: number;
  /** Whether it is the first of its topic. */
  readonly isFirst: boolean;
  /** Whether it is mostly code. */
  readonly isCode: boolean;
}

/** Whether a query asks for the way to do something, in English. */
export function asksHow(query: string): boolean {
  return ASKS_HOW.test(query);
}

/**
 * How strongly a chunk matches within its topic, 0 or more. Words of the title are in all of a topic's chunks and
 * distinguish them only by chance: they favour the overview. Questions that begin with "how" are answered by examples.
 */
export function chunkEvidence({ words, title, description, isFirst, isCode }: ChunkSignals, howTo: boolean): number {
  const evidence = isFirst ? words + WEIGHTS.overviewTitle * title + WEIGHTS.overviewDescription * description : words;
  return howTo && isCode ? evidence * (1 + WEIGHTS.howToCode) : evidence;
}

/** The question of each chunk that a query resembles most. */
interface QuestionEvidence {
  /** Number of the chunk's best question among all questions; -1 where none has a word of the query. */
  readonly best: Int32Array;
}

/**
 * Adds to the score of each chunk that of its best question. The best alone counts: ten questions that ask the same in
 * other words say no more than one.
 *
 * @param isMasked questions that do not count, by number
 */
export function addQuestionScores(
  { core }: Pick<IndexTables, 'core'>,
  { chunks, questions }: Pick<WordScores, 'chunks' | 'questions'>,
  isMasked: (question: number) => boolean,
): QuestionEvidence {
  const best = new Int32Array(chunks.length).fill(-1);
  if (questions.length === 0) return { best };
  for (let chunk = 0; chunk < chunks.length; chunk++) {
    const end = core.firstPrompts[chunk + 1]!;
    let bestScore = 0;
    for (let question = core.firstPrompts[chunk]!; question < end; question++) {
      if (questions[question]! <= bestScore || isMasked(question)) continue;
      bestScore = questions[question]!;
      best[chunk] = question;
    }
    chunks[chunk]! += WEIGHTS.chunkQuestion * bestScore;
  }
  return { best };
}
