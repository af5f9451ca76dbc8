import { compareCodeUnits } from '@topicmill/base/order';
import fc from 'fast-check';
import { expect, it } from 'vitest';

it('gives the order of a sort without a function', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' })), (texts) => {
      expect([...texts].sort(compareCodeUnits)).toEqual([...texts].sort());
    }),
  );
});

it('puts capitals before small letters and accents after both, in any locale', () => {
  expect(['é', 'b', 'Z', 'a', 'a'].sort(compareCodeUnits)).toEqual(['Z', 'a', 'a', 'b', 'é']);
});
