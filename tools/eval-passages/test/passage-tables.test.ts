import { expect, test } from 'vitest';
import type { Measured } from '../src/measure.js';
import { differenceTable, scoreTable } from '../src/passage-tables.js';

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
  expect(scoreTable(200, [own, ...others])).toBe(
    [
      '| at most 200 tokens | chunks | mean | BM25 |',
      '|---|---:|---:|---:|',
      '| structural | 3 | 120 | 75.0 / 75.0 / 75.0 · 25.0 |',
      '| one | 3 | 120 | 50.0 / 50.0 / 50.0 · 35.0 |',
      '| two | 3 | 120 | 25.0 / 25.0 / 25.0 · 5.0 |',
      '',
    ].join('\n'),
  );
});

test('differences are those to the best of the others in each line, in points', () => {
  const lines = differenceTable(200, own, others).split('\n').slice(2, -1);
  expect(lines).toHaveLength(5);
  // A quarter of all draws of two questions are the second one twice, which makes p a half but for the luck of the draws.
  expect(lines[0]).toMatch(
    /^\| BM25, 500 \| 75\.0 \| 50\.0 one \| \+25\.0 \| 0\.0 to \+50\.0 \| 0\.(?:4[89]|5[01])\d \|$/,
  );
  expect(lines[3]).toBe('| BM25, IoU | 25.0 | 35.0 one | −10.0 | −10.0 to −10.0 | < 0.001 |');
  expect(lines[4]).toBe(lines[0]!.replace('BM25, 500', 'all recalls'));
});
