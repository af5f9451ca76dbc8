import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cosineSimilarity, fourDecimals } from '../../src/similarity/index.js';

const vectors = fc
  .integer({ min: 1, max: 20 })
  .chain((length) =>
    fc.tuple(
      fc.float32Array({ minLength: length, maxLength: length, noNaN: true, noDefaultInfinity: true }),
      fc.float32Array({ minLength: length, maxLength: length, noNaN: true, noDefaultInfinity: true }),
    ),
  );

describe('cosineSimilarity', () => {
  it('is 1 for one direction, 0 for a right angle, -1 for opposites', () => {
    expect(cosineSimilarity(Float32Array.of(1, 2), Float32Array.of(2, 4))).toBeCloseTo(1, 12);
    expect(cosineSimilarity(Float32Array.of(1, 0), Float32Array.of(0, 3))).toBe(0);
    expect(cosineSimilarity(Float32Array.of(1, -2), Float32Array.of(-1, 2))).toBeCloseTo(-1, 12);
  });

  it('is 0 next to a zero vector', () => {
    expect(cosineSimilarity(Float32Array.of(0, 0), Float32Array.of(1, 1))).toBe(0);
  });

  it('rejects vectors of different lengths', () => {
    expect(() => cosineSimilarity(Float32Array.of(1), Float32Array.of(1, 2))).toThrow(RangeError);
  });

  it('is symmetric to the last bit and stays within -1 and 1', () => {
    fc.assert(
      fc.property(vectors, ([a, b]) => {
        const similarity = cosineSimilarity(a, b);
        expect(similarity).toBe(cosineSimilarity(b, a));
        expect(Math.abs(similarity)).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('fourDecimals', () => {
  it.each([
    [0.717_59, 0.7176],
    [-0.000_01, 0],
    [-0.123_46, -0.1235],
    [1, 1],
  ])('%d is published as %d', (similarity, published) => {
    expect(fourDecimals(similarity)).toBe(published);
  });

  it('has four decimals at most and is its own rounding', () => {
    fc.assert(
      fc.property(fc.double({ min: -1, max: 1, noNaN: true }), (similarity) => {
        const rounded = fourDecimals(similarity);
        expect(String(rounded)).toBe(String(Number(rounded.toFixed(4)) + 0));
        expect(fourDecimals(rounded)).toBe(rounded);
      }),
    );
  });
});
