import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { plainSums, roomForRows, vectorSums, wholeQuery } from '../../src/retrieval/search-index/row-sums.js';
import { rowSimilarities, vectorRowLength, writeVectorRows } from '../../src/retrieval/search-index/vector-rows.js';

const component = fc.float({ min: -1, max: 1, noNaN: true });

describe('sums over rows', () => {
  test('are the same with and without vector instructions', () => {
    const withInstructions = vectorSums();
    expect(withInstructions).toBeDefined();
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 70 }).chain((dimensions) =>
          fc.record({
            query: fc.array(component, { minLength: dimensions, maxLength: dimensions }),
            rows: fc.uint8Array({ minLength: 0, maxLength: 9 * vectorRowLength(dimensions) }),
          }),
        ),
        ({ query, rows }) => {
          const rowLength = vectorRowLength(query.length);
          const whole = rows.subarray(0, Math.floor(rows.length / rowLength) * rowLength);
          const asked = wholeQuery(Float32Array.from(query));
          const plain = plainSums(whole, rowLength, asked);
          expect(withInstructions!(whole, rowLength, asked)).toEqual(plain);
          const resident = roomForRows(whole.length / rowLength, rowLength);
          resident.set(whole);
          expect(withInstructions!(resident, rowLength, asked)).toEqual(plain);
          const [first, ...others] = plain;
          if (first === undefined) return;
          expect([...withInstructions!(resident.subarray(rowLength), rowLength, asked)]).toEqual(others);
        },
      ),
    );
  });

  test('are the same of more rows than are handed over at once, and of long vectors', () => {
    for (const dimensions of [256, 5000]) {
      const rowLength = vectorRowLength(dimensions);
      const rows = Uint8Array.from({ length: 2500 * rowLength }, (_, at) => (at * 31 + (at >> 8)) & 255);
      const asked = wholeQuery(Float32Array.from({ length: dimensions }, (_, at) => 0.9 + 0.1 * Math.sin(at)));
      expect(vectorSums()!(rows, rowLength, asked)).toEqual(plainSums(rows, rowLength, asked));
    }
  });
});

test('cosines of rows are those of what the rows stand for', () => {
  const vector = (seed: number): Float32Array => {
    const values = Float32Array.from({ length: 255 }, (_, at) => Math.sin(seed * (at + 1) * 12.9898));
    const length = Math.hypot(...values);
    return values.map((value) => value / length);
  };
  const vectors = [1, 2, 3, undefined, 4].map((seed) => (seed === undefined ? undefined : vector(seed)));
  const similarities = rowSimilarities(writeVectorRows(vectors, 255), vector(2));
  for (const [at, own] of vectors.entries()) {
    const cosine = own === undefined ? 0 : own.reduce((sum, value, place) => sum + value * vector(2)[place]!, 0);
    expect(Math.abs(similarities[at]! - cosine)).toBeLessThan(0.03);
  }
});
