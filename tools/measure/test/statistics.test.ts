import fc from 'fast-check';
import { expect, test } from 'vitest';
import { growthExponent, meanInterval } from '../src/statistics.js';

const pairedDifference = (ours: readonly number[], theirs: readonly number[]) =>
  meanInterval(ours.map((value, i) => value - theirs[i]!));

test('two that are alike differ by nothing, one that is always better by chance never', () => {
  expect(pairedDifference([0, 1, 0.5], [0, 1, 0.5])).toEqual({ mean: 0, low: 0, high: 0, p: 1 });
  expect(pairedDifference([1, 1, 0.5], [0.5, 0.5, 0])).toEqual({ mean: 0.5, low: 0.5, high: 0.5, p: 0 });
});

test('the interval of many questions is that of the normal distribution', () => {
  const ours = Array.from({ length: 400 }, (_, i) => (i % 4 === 0 ? 1 : 0));
  const { mean, low, high, p } = pairedDifference(
    ours,
    ours.map(() => 0.2),
  );
  const error = 1.96 * Math.sqrt((0.25 * 0.75) / 400);
  expect(mean).toBeCloseTo(0.05, 10);
  expect(low).toBeCloseTo(mean - error, 2);
  expect(high).toBeCloseTo(mean + error, 2);
  expect(p).toBeGreaterThan(0.01);
  expect(p).toBeLessThan(0.04);
});

test('the interval contains the mean, and is reversed for the other', () => {
  const value = fc.constantFrom(0, 0.25, 0.5, 0.75, 1);
  fc.assert(
    fc.property(fc.array(fc.tuple(value, value), { minLength: 20, maxLength: 60 }), (pairs) => {
      const [ours, theirs] = [pairs.map(([a]) => a), pairs.map(([, b]) => b)];
      const there = pairedDifference(ours, theirs);
      const back = pairedDifference(theirs, ours);
      expect(there.low).toBeLessThanOrEqual(there.mean);
      expect(there.high).toBeGreaterThanOrEqual(there.mean);
      expect(back.mean).toBeCloseTo(-there.mean, 10);
      expect(back.low).toBeCloseTo(-there.high, 1);
      expect(back.p).toBeCloseTo(there.p, 10);
    }),
    { numRuns: 10 },
  );
});

test('growth is the exponent, whatever the constant, and unknown of one size', () => {
  const sizes = [10, 100, 1000];
  expect(growthExponent(sizes.map((n) => [n, 7 * n ** 1.5]))).toBeCloseTo(1.5, 10);
  expect(
    growthExponent([
      [10, 3],
      [100, undefined],
    ]),
  ).toBeUndefined();
});
