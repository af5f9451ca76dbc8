import { expect, test } from 'vitest';
import type { Measured } from '../src/passages/measure.js';
import { differenceTable, sameMeanTable, scoreTable } from '../src/passages/passage-tables.js';

/** Scores of two questions, alike in all budgets. */
function measured(recalls: readonly number[], intersectionsOverUnion: readonly number[]): Measured {
  const rankers = [{ name: 'BM25', recalls: [recalls, recalls, recalls], intersectionsOverUnion }];
  return { chunkCount: 3, meanTokens: 120.4, rankers };
}

const own = { name: 'structural', measured: measured([1, 0.5], [0.25, 0.25]) };
const others = [
  { name: 'one', measured: measured([0.5, 0.5], [0.35, 0.35]) },
  { name: 'two', measured: measured([0.5, 0], [0.05, 0.05]) },
];

test('scores are means over the questions, in percent', () => {
  const { columns, rows } = scoreTable(200, [own, ...others]);
  expect(columns).toEqual(['chunks', 'tokens, mean', 'BM25']);
  expect(rows).toEqual([
    { name: 'structural', values: ['3', '120', '75.0 / 75.0 / 75.0 · 25.0'] },
    { name: 'one', values: ['3', '120', '50.0 / 50.0 / 50.0 · 35.0'] },
    { name: 'two', values: ['3', '120', '25.0 / 25.0 / 25.0 · 5.0'] },
  ]);
});

test('differences are those to the best of the others in each line, in points', () => {
  const { rows } = differenceTable(200, own, others);
  expect(rows).toHaveLength(5);
  const [recall, , , union, all] = rows;
  // A quarter of all draws of two questions are the second one twice, which makes p a half but for the luck of the draws.
  const chance = expect.stringMatching(/^0\.(?:4[89]|5[01])\d$/);
  const values = ['75.0', '50.0 one', '+25.0', '0.0 to +50.0', chance];
  expect(recall).toEqual({ name: 'BM25, 500', values });
  expect(union).toEqual({ name: 'BM25, IoU', values: ['25.0', '35.0 one', '−10.0', '−10.0 to −10.0', '< 0.001'] });
  expect(all).toEqual({ name: 'all recalls', values: recall!.values });
});

test('chunks of the same mean size are compared for each ranker, over all, and for each text', () => {
  const texts = [
    { name: 'first', questions: ['Where?'] },
    { name: 'second', questions: ['When?'] },
  ];
  const { rows } = sameMeanTable(own, others[1]!, texts);
  expect(rows.map(({ name, values }) => [name, ...values.slice(0, 3)])).toEqual([
    ['BM25', '75.0', '25.0', '+50.0'],
    ['all', '75.0', '25.0', '+50.0'],
    ['first', '100.0', '50.0', '+50.0'],
    ['second', '50.0', '0.0', '+50.0'],
  ]);
});
