import type { BaselineAnswer } from './baseline.js';
import type { QuestionKind } from './questions-file.js';
import { type Scores, scoreAnswers, scoreKinds, scoreTopics } from './score-answers.js';

/** How much worse answers may be than the baseline. */
export interface Tolerance {
  /** By so much hit@1, hit@3 and MRR of all questions may fall. */
  readonly overall: number;
  /** By so much the MRR of one topic may fall. */
  readonly topic: number;
}

/** A question whose topic has another place. */
export interface MovedAnswer {
  readonly topic: string;
  readonly question: string;
  readonly before: number;
  readonly now: number;
}

/** A score that fell too far. */
export interface Regression {
  /** `undefined` for all questions together, or for those of a kind. */
  readonly topic: string | undefined;
  /** `undefined` for questions of every kind. */
  readonly kind: QuestionKind | undefined;
  readonly score: 'hitAt1' | 'hitAt3' | 'meanReciprocalRank';
  readonly before: number;
  readonly now: number;
}

/** The scores of one kind of question. */
export interface KindComparison {
  readonly kind: QuestionKind;
  readonly before: Scores;
  readonly now: Scores;
}

/** Answers compared with a baseline. Only questions that both have are compared, so that a new one cannot make it fail. */
export interface Comparison {
  readonly before: Scores;
  readonly now: Scores;
  readonly worse: readonly MovedAnswer[];
  readonly better: readonly MovedAnswer[];
  /** Each kind of question that both have. */
  readonly kinds: readonly KindComparison[];
  readonly addedCount: number;
  readonly removedCount: number;
  /** Whether there were questions before and none of them is left, so that nothing could be compared. */
  readonly isAllGone: boolean;
  /** None when the answers are good enough. */
  readonly regressions: readonly Regression[];
}

/** What rounding leaves between equal scores. */
const ROUNDING = 1e-9;

export function compareAnswers(
  before: readonly BaselineAnswer[],
  now: readonly BaselineAnswer[],
  tolerance: Tolerance,
): Comparison {
  const keyOf = ({ topic, question }: BaselineAnswer): string => `${topic}\n${question}`;
  const known = new Map(before.map((answer) => [keyOf(answer), answer]));
  const common = now.filter((answer) => known.has(keyOf(answer)));
  const then = common.map((answer) => known.get(keyOf(answer))!);
  const moved = common
    .map((answer, at) => ({
      topic: answer.topic,
      question: answer.question,
      before: then[at]!.place,
      now: answer.place,
    }))
    .filter((answer) => answer.before !== answer.now);
  const worth = (place: number): number => (place === 0 ? 0 : 1 / place);
  const scores = { before: scoreAnswers(then), now: scoreAnswers(common) };
  const beforeByKind = scoreKinds(common.map((answer, at) => ({ ...then[at]!, kind: answer.kind })));
  const kinds = [...scoreKinds(common)].map(([kind, after]) => ({
    kind,
    before: beforeByKind.get(kind)!,
    now: after,
  }));
  return {
    ...scores,
    worse: moved.filter((answer) => worth(answer.now) < worth(answer.before)),
    better: moved.filter((answer) => worth(answer.now) > worth(answer.before)),
    kinds,
    addedCount: now.length - common.length,
    removedCount: before.length - common.length,
    isAllGone: before.length > 0 && common.length === 0,
    regressions: [
      ...(['hitAt1', 'hitAt3', 'meanReciprocalRank'] as const).flatMap((score) =>
        regression({ topic: undefined, kind: undefined }, score, scores, tolerance.overall),
      ),
      ...(kinds.length > 1 ? kinds : []).flatMap(({ kind, ...some }) =>
        regression({ topic: undefined, kind }, 'meanReciprocalRank', some, tolerance.topic),
      ),
      ...topicRegressions(then, common, tolerance.topic),
    ],
  };
}

function topicRegressions(
  then: readonly BaselineAnswer[],
  now: readonly BaselineAnswer[],
  tolerance: number,
): Regression[] {
  const after = scoreTopics(now);
  return [...scoreTopics(then)].flatMap(([topic, before]) =>
    regression({ topic, kind: undefined }, 'meanReciprocalRank', { before, now: after.get(topic)! }, tolerance),
  );
}

function regression(
  of: Pick<Regression, 'topic' | 'kind'>,
  score: Regression['score'],
  { before, now }: { readonly before: Scores; readonly now: Scores },
  tolerance: number,
): Regression[] {
  const hasFallen = now[score] < before[score] - tolerance - ROUNDING;
  return hasFallen ? [{ ...of, score, before: before[score], now: now[score] }] : [];
}
