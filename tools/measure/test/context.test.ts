import { expect, test } from 'vitest';
import { type ContextScore, contextCells, scoreContext } from '../src/context/context-cells.js';
import { differenceTable, meanTable, worseTable } from '../src/context/context-tables.js';

const passage = 'Steep the leaves. Two minutes are enough.';

test('a context contains words of an answer, and passages that are there whole, whatever their white space', () => {
  const question = { text: '?', answers: [passage, 'A tin keeps them.'], isExact: true };
  const { words, passages } = scoreContext('Steep the\n leaves.\n\n[Tea](tea#1)\n\nTwo minutes are enough.', question);
  expect(words).toBeCloseTo(5 / 7);
  expect(passages).toBe(0.5);
  expect(scoreContext('', question)).toEqual({ words: 0, passages: 0 });
  expect(scoreContext('Steep the leaves. Two minutes are', question).passages).toBe(0);
});

test('answers in other words have no passages', () => {
  expect(scoreContext(passage, { text: '?', answers: ['leaves'], isExact: false })).toEqual({
    words: 1,
    passages: undefined,
  });
});

const way = (name: string, ...words: readonly number[]) => ({
  name,
  scores: [words.map((each): ContextScore => ({ words: each, passages: undefined }))],
  used: [words.map((_, at) => 1 - at / 10)],
});

test('ours is compared with the best of the others in each line, and with each single one', () => {
  const sets = [{ name: 'tea', ways: [way('ours', 1, 0.5), way('a', 0.5, 0.5), way('b', 0, 0)] }];
  expect(differenceTable(contextCells(sets, [1000])).rows).toEqual([
    {
      name: 'tea, words, 1000',
      values: [2, '95.0', '75.0', '50.0 a', '+25.0', '0.0 to +50.0', 1, 1, 0],
    },
  ]);
  expect(meanTable(sets).rows.map(({ values }) => values.slice(0, 4))).toEqual([
    ['75.0', undefined, undefined, '–'],
    ['50.0', '+25.0', '0.0 to +50.0', '–'],
    ['0.0', '+75.0', '+50.0 to +100.0', '–'],
  ]);
});

test('single others are listed where ours is worse beyond the interval, even if another one is best', () => {
  const sets = [{ name: 'tea', ways: [way('ours', 0.5, 0.5), way('a', 0.5, 1), way('b', 0.6, 0.7), way('c', 0, 0)] }];
  const { rows, notes } = worseTable(contextCells(sets, [1000]));
  expect(rows).toEqual([{ name: 'tea, words, 1000: b', values: ['50.0', '65.0', '−15.0', '−20.0 to −10.0'] }]);
  expect(notes[0]).toContain(
    'Of 3 comparisons with single others, ours is better beyond the interval in 1, worse beyond it in 1.',
  );
});

test('a difference of all docs counts each question once, by the mean of its budgets', () => {
  const scores = (...rows: readonly (readonly number[])[]) =>
    rows.map((row) => row.map((words): ContextScore => ({ words, passages: undefined })));
  const ways = [
    { name: 'ours', scores: scores([1, 0], [1, 1]), used: [] },
    { name: 'a', scores: scores([0, 0], [1, 0]), used: [] },
  ];
  expect(meanTable([{ name: 'tea', ways }]).rows[1]!.values.slice(0, 3)).toEqual(['25.0', '+50.0', '+50.0 to +50.0']);
});
