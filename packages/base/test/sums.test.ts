import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sum } from '../src/sums.js';

it('adds up what lists of numbers have together', () => {
  expect(sum([])).toBe(0);
  fc.assert(
    fc.property(fc.array(fc.integer()), fc.array(fc.integer()), (some, others) => {
      expect(sum([...some, ...others])).toBe(sum(some) + sum(others));
      expect(sum([...some, 3])).toBe(sum(some) + 3);
    }),
  );
});
