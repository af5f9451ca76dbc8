import { expect, test } from 'vitest';
import { differenceTable, meanTable } from '../src/context/context-tables.js';
import { type ContextScore, scoreContext } from '../src/context/score-context.js';

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

test('ours is compared with the best of the others in each line', () => {
  const way = (name: string, ...words: readonly number[]) => ({
    name,
    scores: [words.map((each): ContextScore => ({ words: each, passages: undefined }))],
  });
  const sets = [{ name: 'tea', ways: [way('ours', 1, 0.5), way('a', 0.5, 0.5), way('b', 0, 0.5)] }];
  expect(differenceTable(sets, [1000]).rows).toEqual([
    { name: 'tea, words, 1000', values: [2, '75.0', '50.0 a', '+25.0', expect.stringContaining(' to ')] },
  ]);
  expect(meanTable(sets).rows[0]!.values).toEqual(['75.0', '–']);
});
