import { compareCodeUnits } from '@topicmill/base/order';
import type { Answer } from './ask.js';
import { QUESTION_KINDS, type QuestionKind } from './questions-file.js';

/** How well questions are answered. */
export interface Scores {
  readonly questionCount: number;
  /** Share of questions whose topic comes first. */
  readonly hitAt1: number;
  /** Share of questions whose topic is among the first three. */
  readonly hitAt3: number;
  /** Mean of 1 / place of the question's topic, 0 where it is not found. */
  readonly meanReciprocalRank: number;
  /** Mean share of an answer's words that the first chunk contains. */
  readonly answerWords: number;
}

/** What is scored of an answer. */
export type ScoredAnswer = Pick<Answer, 'topic' | 'kind' | 'place' | 'answerWords'>;

export function scoreAnswers(answers: readonly ScoredAnswer[]): Scores {
  const mean = (value: (answer: ScoredAnswer) => number): number =>
    answers.length === 0 ? 0 : answers.reduce((sum, answer) => sum + value(answer), 0) / answers.length;
  return {
    questionCount: answers.length,
    hitAt1: mean(({ place }) => (place === 1 ? 1 : 0)),
    hitAt3: mean(({ place }) => (place >= 1 && place <= 3 ? 1 : 0)),
    meanReciprocalRank: mean(({ place }) => (place === 0 ? 0 : 1 / place)),
    answerWords: mean(({ answerWords }) => answerWords),
  };
}

/** The scores of each topic that has questions, by id. */
export function scoreTopics(answers: readonly ScoredAnswer[]): ReadonlyMap<string, Scores> {
  const byTopic = scoreGroups(answers, ({ topic }) => topic);
  return new Map([...byTopic].sort(([a], [b]) => compareCodeUnits(a, b)));
}

/** The scores of each kind of question that was asked. */
export function scoreKinds(answers: readonly ScoredAnswer[]): ReadonlyMap<QuestionKind, Scores> {
  const byKind = scoreGroups(answers, ({ kind }) => kind);
  return new Map(QUESTION_KINDS.filter((kind) => byKind.has(kind)).map((kind) => [kind, byKind.get(kind)!]));
}

/** The topics whose questions are answered worst, the worst first: those that a better text would help most. */
export function worstTopics(answers: readonly ScoredAnswer[], count: number): [topic: string, scores: Scores][] {
  const weak = [...scoreTopics(answers)].filter(([, { hitAt1 }]) => hitAt1 < 1);
  return weak.sort(([, a], [, b]) => a.meanReciprocalRank - b.meanReciprocalRank).slice(0, count);
}

function scoreGroups<Key>(
  answers: readonly ScoredAnswer[],
  keyOf: (answer: ScoredAnswer) => Key,
): ReadonlyMap<Key, Scores> {
  const groups = new Map<Key, ScoredAnswer[]>();
  for (const answer of answers) {
    const group = groups.get(keyOf(answer));
    if (group === undefined) groups.set(keyOf(answer), [answer]);
    else group.push(answer);
  }
  return new Map([...groups].map(([key, some]) => [key, scoreAnswers(some)]));
}
