import type { Gain } from './measure-gains.js';
import type { WordCoverage } from './word-coverage.js';

/** Why a question that may be kept is not worth keeping, by the name that reports give it. */
export const WORTH_FAULTS = {
  'says-nothing': 'Most chunks have all of its words.',
  'other-page': 'A chunk of another page has most of its words, and its own has few.',
  'repeats-text': 'Its chunk has its words, and is found without it.',
  'costs-answers': 'Other questions are answered worse because of it.',
} as const;

export type WorthFault = keyof typeof WORTH_FAULTS;

/** A word that a larger share of the chunks contains distinguishes none of them. */
const COMMON_SHARE = 0.5;
/** Share of a question's words, by weight, that another page has if it answers better, and how much more than its own. */
const OTHER_SHARE = 0.7;
const OTHER_LEAD = 0.4;
const REPEATED_SHARE = 0.9;
/**
 * Sum of reciprocal ranks that other questions lose beyond what the question gains: a whole answer. Smaller losses are mostly
 * chance, and questions that would be dropped by them are the ones that answer people in their own words.
 */
const LEAST_LOSS = 1;

/** What a question is judged by. */
export interface WorthContext extends Gain {
  readonly coverage: WordCoverage;
  /** Number of its chunk among the texts of `coverage`. */
  readonly chunk: number;
}

/** What speaks against keeping a question, and the topic that answers it better where one does. */
export function judgeWorth(
  question: string,
  { coverage, chunk, gained, place }: WorthContext,
): { reason: WorthFault; otherTopic?: string } | undefined {
  if (coverage.rarestShare(question) > COMMON_SHARE) return { reason: 'says-nothing' };
  const { own, other, otherTopic } = coverage.compare(question, chunk);
  if (otherTopic !== undefined && other >= OTHER_SHARE && other - own >= OTHER_LEAD) {
    return { reason: 'other-page', otherTopic };
  }
  if (own >= REPEATED_SHARE && place === 1) return { reason: 'repeats-text' };
  return gained < -LEAST_LOSS ? { reason: 'costs-answers' } : undefined;
}
