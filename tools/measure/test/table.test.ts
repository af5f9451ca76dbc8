import { expect, it } from 'vitest';
import { median } from '../src/statistics.js';
import { formatTable } from '../src/table-command.js';

it('prints numbers to the right, three digits that count, and a dash where there is nothing to tell', () => {
  const table = formatTable({
    title: 'Splitters',
    notes: ['Two documents.'],
    columns: ['MB/s', '× other'],
    rows: [
      { name: 'ours', values: [241.4, 1.163] },
      { name: 'line scan', values: [61.94, undefined] },
    ],
  });
  expect(table.split('\n')).toEqual([
    '## Splitters',
    '',
    'Two documents.',
    '',
    '|           | MB/s | × other |',
    '| --------- | ---: | ------: |',
    '| ours      |  241 |    1.16 |',
    '| line scan | 61.9 |       – |',
    '',
  ]);
});

it('takes the middle of an odd number of values, and the mean of the two middle ones of an even number', () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([4, 1, 3, 2])).toBe(2.5);
});
