import { refuseLaterVersion, TopicmillError } from '@topicmill/base/diagnostics';
import { groupBy } from '@topicmill/base/groups';
import { isObject, parseJsonIfValid } from '@topicmill/base/json';
import { compareCodeUnits } from '@topicmill/base/order';
import { fourDecimals } from '@topicmill/topics/similarity';
import * as z from 'zod';
import type { Answer, AnswerChunk } from './ask.js';
import { QUESTION_KINDS, type QuestionKind } from './questions-file.js';

/** How much worse answers may be than the baseline. */
interface Tolerance {
  /** By so much hit@1, hit@3 and MRR of all questions may fall. */
  readonly overall: number;
  /** By so much the MRR of one topic may fall. */
  readonly topic: number;
}

/** A question whose topic has another place. */
interface MovedAnswer {
  readonly topic: string;
  readonly question: string;
  readonly before: number;
  readonly now: number;
}

/** A score that fell too far. */
interface Regression {
  /** `undefined` for all questions together, or for those of a kind. */
  readonly topic: string | undefined;
  /** `undefined` for questions of every kind. */
  readonly kind: QuestionKind | undefined;
  readonly score: 'hitAt1' | 'hitAt3' | 'meanReciprocalRank';
  readonly before: number;
  readonly now: number;
}

/** The scores of one kind of question. */
interface KindComparison {
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

const baselineSchema = z.strictObject({
  format: z.literal(1),
  model: z.string(),
  questions: z.array(
    z.strictObject({
      topic: z.string(),
      question: z.string(),
      kind: z.enum(QUESTION_KINDS).default('terms'),
      place: z.int().nonnegative(),
      answer_words: z.number().min(0).max(1),
    }),
  ),
});

/** Earlier answers that later ones are compared with. */
export interface Baseline {
  /** Model that they were found with. */
  readonly model: string;
  readonly answers: readonly BaselineAnswer[];
}

/** What is kept of an answer. */
type BaselineAnswer = Pick<Answer, 'topic' | 'question' | 'kind' | 'place' | 'answerWords'>;

/** A line a question, by topic and question: a pull request shows which answers it changed. */
export function formatBaseline({ model, answers }: Baseline): string {
  const sorted = [...answers].sort(
    (a, b) => compareCodeUnits(a.topic, b.topic) || compareCodeUnits(a.question, b.question),
  );
  const lines = sorted.map(({ topic, question, kind, place, answerWords }) =>
    JSON.stringify({
      topic,
      question,
      ...(kind === 'terms' ? {} : { kind }),
      place,
      answer_words: fourDecimals(answerWords),
    }),
  );
  const questions = lines.length === 0 ? '[]' : `[\n${lines.map((line) => `    ${line}`).join(',\n')}\n  ]`;
  return `{\n  "format": 1,\n  "model": ${JSON.stringify(model)},\n  "questions": ${questions}\n}\n`;
}

/** @throws TopicmillError `BASELINE_INVALID` */
export function readBaseline(text: string, file: string): Baseline {
  const value = parseJsonIfValid(text);
  refuseLaterVersion({ found: isObject(value) && value['format'], known: 1, code: 'BASELINE_INVALID', file });
  try {
    const { model, questions } = baselineSchema.parse(value);
    return { model, answers: questions.map(({ answer_words: answerWords, ...rest }) => ({ ...rest, answerWords })) };
  } catch (cause) {
    throw new TopicmillError('BASELINE_INVALID', 'The baseline cannot be read.', {
      file,
      remedy: 'Restore it from git, or create a new one with `topicmill eval --update`.',
      cause,
    });
  }
}

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
type ScoredAnswer = Pick<Answer, 'topic' | 'kind' | 'place' | 'answerWords'>;

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
  return new Map([...groupBy(answers, keyOf)].map(([key, some]) => [key, scoreAnswers(some)]));
}

/** A question that is answered differently. */
export interface AnswerChange {
  readonly topic: string;
  readonly question: string;
  /** Place of the question's topic; 0 when it was not found. */
  readonly placeBefore: number;
  readonly placeNow: number;
  /** The first result; `undefined` when nothing was found. */
  readonly firstBefore: AnswerChunk | undefined;
  readonly firstNow: AnswerChunk | undefined;
  /** Of the first results: those that are not among the first any more, and those that are new there. */
  readonly gone: readonly AnswerChunk[];
  readonly new: readonly AnswerChunk[];
}

/**
 * The questions whose topic has another place, or whose first results are other chunks. A chunk whose text was edited
 * and that is where it was, in the same topic under the same title, counts as the same.
 *
 * @param now answers to the same questions in the same order
 */
export function diffAnswers(before: readonly Answer[], now: readonly Answer[]): AnswerChange[] {
  return now.flatMap((answer, at) => {
    const old = before[at]!;
    const change: AnswerChange = {
      topic: answer.topic,
      question: answer.question,
      placeBefore: old.place,
      placeNow: answer.place,
      firstBefore: old.results[0],
      firstNow: answer.results[0],
      gone: withoutChunks(old.results, answer.results),
      new: withoutChunks(answer.results, old.results),
    };
    const isSame =
      change.placeBefore === change.placeNow &&
      change.gone.length === 0 &&
      change.new.length === 0 &&
      keyOf(change.firstBefore) === keyOf(change.firstNow);
    return isSame ? [] : [change];
  });
}

function withoutChunks(chunks: readonly AnswerChunk[], others: readonly AnswerChunk[]): AnswerChunk[] {
  const keys = new Set(others.flatMap((other) => [keyOf(other), other.sha256]));
  return chunks.filter((chunk) => !keys.has(keyOf(chunk)) && !keys.has(chunk.sha256));
}

function keyOf(chunk: AnswerChunk | undefined): string {
  return chunk === undefined ? '' : `${chunk.topic}\n${chunk.title}`;
}
