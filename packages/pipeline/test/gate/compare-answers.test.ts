import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Answer,
  type Baseline,
  compareAnswers,
  diffAnswers,
  formatBaseline,
  QUESTION_KINDS,
  type QuestionKind,
  readBaseline,
  scoreAnswers,
  scoreTopics,
  worstTopics,
} from '../../src/gate/index.js';

type Row = readonly [topic: string, question: string, place: number];

const answersOf = (...rows: readonly Row[]) =>
  rows.map(([topic, question, place]) => ({ topic, question, kind: 'terms' as QuestionKind, place, answerWords: 0.5 }));

const anyAnswer = fc.record({
  topic: fc.constantFrom('a', 'b/c', 'd'),
  question: fc.string({ minLength: 1 }),
  kind: fc.constantFrom(...QUESTION_KINDS),
  place: fc.nat(30),
  answerWords: fc.nat(10_000).map((share) => share / 10_000),
});
const anyAnswers = fc.uniqueArray(anyAnswer, { selector: ({ topic, question }) => `${topic}\n${question}` });

describe('scoreAnswers', () => {
  it('counts first places, the first three, and reciprocal places', () => {
    const answers = answersOf(['a', 'one', 1], ['a', 'two', 2], ['b', 'three', 4], ['b', 'none', 0]);
    expect(scoreAnswers(answers)).toEqual({
      questionCount: 4,
      hitAt1: 1 / 4,
      hitAt3: 2 / 4,
      meanReciprocalRank: (1 + 1 / 2 + 1 / 4) / 4,
      answerWords: 0.5,
    });
    expect(scoreTopics(answers).get('b')).toMatchObject({ questionCount: 2, hitAt1: 0, meanReciprocalRank: 1 / 8 });
  });

  it('names the topics whose questions are answered worst, and none that are answered', () => {
    const answers = answersOf(['a', 'one', 1], ['b', 'two', 4], ['c', 'three', 0]);
    expect(worstTopics(answers, 5).map(([topic]) => topic)).toEqual(['c', 'b']);
    expect(worstTopics(answers, 1).map(([topic]) => topic)).toEqual(['c']);
  });

  it('is 0 of nothing', () => {
    expect(scoreAnswers([])).toMatchObject({ questionCount: 0, hitAt1: 0, meanReciprocalRank: 0 });
  });
});

describe('compareAnswers', () => {
  const before = answersOf(['a', 'one', 1], ['a', 'two', 1], ['b', 'three', 1], ['b', 'four', 2]);

  it('fails on what fell further than it may, for all questions and for one topic', () => {
    const now = answersOf(['a', 'one', 1], ['a', 'two', 0], ['b', 'three', 1], ['b', 'four', 1]);
    const { worse, better, regressions } = compareAnswers(before, now, { overall: 0.1, topic: 0.4 });
    expect(worse).toEqual([{ topic: 'a', question: 'two', before: 1, now: 0 }]);
    expect(better).toEqual([{ topic: 'b', question: 'four', before: 2, now: 1 }]);
    expect(regressions).toEqual([
      { topic: undefined, kind: undefined, score: 'hitAt3', before: 1, now: 0.75 },
      { topic: undefined, kind: undefined, score: 'meanReciprocalRank', before: 0.875, now: 0.75 },
      { topic: 'a', kind: undefined, score: 'meanReciprocalRank', before: 1, now: 0.5 },
    ]);
    expect(compareAnswers(before, now, { overall: 0.25, topic: 0.5 }).regressions).toEqual([]);
  });

  it('scores each kind of question separately, and fails when one of them fell', () => {
    const typed = (place: number) => ({ ...answersOf(['c', 'wrods', place])[0]!, kind: 'typos' as const });
    const { kinds, regressions } = compareAnswers([...before, typed(1)], [...before, typed(3)], {
      overall: 1,
      topic: 0.1,
    });
    expect(kinds.map((each) => [each.kind, each.before.hitAt1, each.now.hitAt1])).toEqual([
      ['terms', 0.75, 0.75],
      ['typos', 1, 0],
    ]);
    expect(regressions).toMatchObject([{ kind: 'typos', before: 1 }, { topic: 'c' }]);
  });

  it('does not count questions that only one side has', () => {
    const now = [...answersOf(['a', 'one', 1], ['a', 'new', 0], ['c', 'newer', 0])];
    const compared = compareAnswers(before, now, { overall: 0, topic: 0 });
    expect(compared).toMatchObject({ addedCount: 2, removedCount: 3, worse: [], regressions: [] });
    expect(compared.now.questionCount).toBe(1);
  });

  it('finds nothing between equal answers, in whatever order, and never a regression without a worse answer', () => {
    fc.assert(
      fc.property(anyAnswers, anyAnswers, (some, others) => {
        const tolerance = { overall: 0, topic: 0 };
        const same = compareAnswers(some, [...some].reverse(), tolerance);
        expect([same.worse, same.better, same.regressions]).toEqual([[], [], []]);
        const { worse, regressions } = compareAnswers(some, others, tolerance);
        if (worse.length === 0) expect(regressions).toEqual([]);
      }),
    );
  });
});

describe('the baseline', () => {
  it('is read as it was written, in one order, a line a question', () => {
    fc.assert(
      fc.property(anyAnswers, (answers) => {
        const text = formatBaseline({ model: 'builtin', answers });
        expect(formatBaseline({ model: 'builtin', answers: [...answers].reverse() })).toBe(text);
        const read: Baseline = readBaseline(text, 'baseline.json');
        expect(new Set(read.answers)).toEqual(new Set(answers));
        expect(text.split('\n').filter((line) => line.startsWith('    {'))).toHaveLength(answers.length);
      }),
    );
  });

  it.each(['', '{', '[]', '{"format":2,"model":"m","questions":[]}', '{"format":1,"model":"m","questions":[{}]}'])(
    'is refused with its name when it is damaged: %s',
    (text) => {
      expect(() => readBaseline(text, 'baseline.json')).toThrow(
        expect.objectContaining({ code: 'BASELINE_INVALID', file: 'baseline.json' }),
      );
    },
  );
});

describe('diffAnswers', () => {
  const chunk = (title: string, sha256: string, index = 0) => ({ topic: 'a', title, sha256, index });
  const answer = (place: number, ...results: Answer['results'][number][]): Answer => ({
    topic: 'a',
    question: 'why?',
    kind: 'terms',
    place,
    answerWords: 1,
    results,
  });

  it('takes an edited chunk under its title, and a moved one with its text, for the same', () => {
    expect(diffAnswers([answer(1, chunk('Old', '1'))], [answer(1, chunk('Old', '2'))])).toEqual([]);
    expect(
      diffAnswers([answer(1, chunk('A', '1'), chunk('B', '2'))], [answer(1, chunk('A', '1'), chunk('C', '2', 7))]),
    ).toEqual([]);
  });

  it('tells another place, and first results that came and went', () => {
    const [change] = diffAnswers(
      [answer(1, chunk('A', '1'), chunk('B', '2'))],
      [answer(2, chunk('C', '3'), chunk('A', '1'))],
    );
    expect(change).toMatchObject({
      placeBefore: 1,
      placeNow: 2,
      firstBefore: { title: 'A' },
      firstNow: { title: 'C' },
      gone: [{ title: 'B' }],
      new: [{ title: 'C' }],
    });
  });
});
