import type { IndexTables } from '../search-index/index-tables.js';
import type { WordScores } from './score-words.js';
import { WEIGHTS } from './weights.js';

/** The question of each chunk that a query resembles most. */
export interface QuestionEvidence {
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
