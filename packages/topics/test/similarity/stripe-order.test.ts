import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type StripeRounding, stripeFactor, stripeOrder } from '../../src/similarity/index.js';

const roundings = fc.constantFrom<StripeRounding>('up', 'nearest');
const similarities = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 1, maxLength: 60 });

describe('stripeFactor', () => {
  it.each([
    [7, 1],
    [8, 3],
    [12, 4],
    [16, 4],
    [25, 5],
  ])('deals %i chunks into %i stripes', (length, factor) => {
    expect(stripeFactor(length, 'up')).toBe(factor);
  });

  it.each([
    [7, 1],
    [8, 3],
    [12, 3],
    [16, 4],
    [20, 4],
    [21, 5],
  ])('rounded to the nearest, deals %i chunks into %i', (length, factor) => {
    expect(stripeFactor(length, 'nearest')).toBe(factor);
  });
});

describe('stripeOrder', () => {
  const falling = (count: number) => Array.from({ length: count }, (_, index) => 1 - index / 100);

  it('deals twelve chunks after the baseline into four stripes', () => {
    expect(stripeOrder(falling(13), 0, 'up')).toEqual([1, 5, 9, 2, 6, 10, 3, 7, 11, 4, 8, 12]);
  });

  it('keeps fewer than eight in order of similarity', () => {
    expect(stripeOrder([1, 0.2, 0.9, 0.5, 0.6, 0.1, 0.8, 0.3], 0, 'up')).toEqual([2, 6, 4, 3, 7, 1, 5]);
  });

  it('leaves out the baseline it is given, and no other', () => {
    expect(stripeOrder([0.4, 1, 0.9], 1, 'up')).toEqual([2, 0]);
  });

  it('takes similarities that agree in four decimals as equal, in chunk order', () => {
    expect(stripeOrder([1, 0.500_01, 0.500_02, 0.500_04], 0, 'up')).toEqual([1, 2, 3]);
  });

  it('is a permutation of all chunks but the baseline', () => {
    fc.assert(
      fc.property(similarities, fc.nat(59), roundings, (values, at, rounding) => {
        const baseline = at % values.length;
        const order = stripeOrder(values, baseline, rounding);
        const expected = [...values.keys()].filter((index) => index !== baseline);
        expect([...order].sort((a, b) => a - b)).toEqual(expected);
      }),
    );
  });

  it('spreads the first stripe evenly over the ranks, from the most similar on', () => {
    fc.assert(
      fc.property(fc.integer({ min: 9, max: 200 }), roundings, (count, rounding) => {
        const factor = stripeFactor(count - 1, rounding);
        const first = stripeOrder(falling(count), 0, rounding).slice(0, Math.ceil((count - 1) / factor));
        expect(first[0]).toBe(1);
        for (let i = 1; i < first.length; i++) expect(first[i]! - first[i - 1]!).toBe(factor);
        expect(first.at(-1)!).toBeGreaterThan(count - 1 - factor);
      }),
    );
  });

  it('falls in similarity within a stripe', () => {
    fc.assert(
      fc.property(similarities, roundings, (values, rounding) => {
        const order = stripeOrder(values, 0, rounding);
        const factor = stripeFactor(order.length, rounding);
        let at = 0;
        for (let stripe = 0; stripe < factor; stripe++) {
          const length = Math.ceil((order.length - stripe) / factor);
          const ranks = order.slice(at, at + length).map((index) => Math.round(values[index]! * 10_000));
          for (let i = 1; i < ranks.length; i++) expect(ranks[i - 1]!).toBeGreaterThanOrEqual(ranks[i]!);
          at += length;
        }
      }),
    );
  });
});
