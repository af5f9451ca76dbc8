import type { Answer } from './ask.js';

/** How well questions are answered. */
export interface Scores {
  readonly questionCount: number;
  /** Share of questions whose topic comes first. */
  readonly hitAt1: number;
  /** Share of questions whose topic is among the first three. */
  readonly hitAt3: number;
  /** Mean of 1 / place of the question's topic, 0 where it is not found. */
  readonly meanReciprocalRank: number;
  /** Mean share of an answer's words that the first chunk holds. */
  readonly answerWords: number;
}

/** What is scored of an answer. */
export type ScoredAnswer = Pick<Answer, 'topic' | 'place' | 'answerWords'>;

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
  const byTopic = new Map<string, ScoredAnswer[]>();
  for (const answer of answers) {
    const known = byTopic.get(answer.topic);
    if (known === undefined) byTopic.set(answer.topic, [answer]);
    else known.push(answer);
  }
  return new Map([...byTopic].sort(([a], [b]) => (a < b ? -1 : 1)).map(([id, some]) => [id, scoreAnswers(some)]));
}
