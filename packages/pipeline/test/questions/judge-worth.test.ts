import { expect, test } from 'vitest';
import { judgeWorth, WordCoverage } from '../../src/questions/filter-questions.js';

const coverage = new WordCoverage([
  { topic: 'tea', text: 'Green leaves steep in hot water.' },
  { topic: 'bread', text: 'Yeast makes dough rise.' },
  { topic: 'soup', text: 'Carrots simmer with onions.' },
]);

test.each([
  [-1, undefined],
  [-1.01, 'costs-answers'],
  [-3, 'costs-answers'],
  [0, undefined],
])('a question with a gain of %d is dropped beyond a whole answer', (gained, reason) => {
  const worth = judgeWorth('What warms my mug on a cold day?', { coverage, chunk: 0, gained, place: 3 });
  expect(worth?.reason).toBe(reason);
});
