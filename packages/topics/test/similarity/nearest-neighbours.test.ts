import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cosineSimilarity, nearestNeighbours } from '../../src/similarity/index.js';

/** mulberry32: numbers from 0 to 1, the same for the same seed. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Vectors in clusters, as topics are: each near to one of some centres. */
function clusteredVectors(count: number, seed: number): Float32Array[] {
  const random = randomNumbers(seed);
  const vector = (): number[] => Array.from({ length: 100 }, () => random() - 0.5);
  const centres = Array.from({ length: Math.ceil(count / 12) }, vector);
  return Array.from({ length: count }, (_, i) => {
    const centre = centres[i % centres.length]!;
    return Float32Array.from(vector(), (value, at) => centre[at]! + 0.6 * value);
  });
}

function exactNeighbours(vectors: readonly Float32Array[], index: number, count: number): number[] {
  const others = [...vectors.keys()].filter((other) => other !== index);
  const similarity = (other: number): number => cosineSimilarity(vectors[index]!, vectors[other]!);
  return others.sort((a, b) => similarity(b) - similarity(a) || a - b).slice(0, count);
}

describe('nearest neighbours', () => {
  it('are exact for few vectors', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 65 }), fc.integer(), (count, seed) => {
        const vectors = clusteredVectors(count, seed);
        const nearest = nearestNeighbours(vectors, 5);
        vectors.forEach((_, index) => {
          expect(nearest[index]!.map((neighbour) => neighbour.index)).toEqual(exactNeighbours(vectors, index, 5));
        });
      }),
      { numRuns: 20 },
    );
  });

  it('are the true ones in all but a few cases for many vectors', () => {
    const vectors = clusteredVectors(600, 7);
    const nearest = nearestNeighbours(vectors, 5);
    let found = 0;
    const compared = vectors.map((_, index) => index).filter((index) => index % 5 === 0);
    for (const index of compared) {
      const exact = new Set(exactNeighbours(vectors, index, 5));
      found += nearest[index]!.filter((neighbour) => exact.has(neighbour.index)).length;
    }
    expect(found / (compared.length * 5)).toBeGreaterThan(0.99);
  });

  it('never contain the vector itself, and decrease in similarity', () => {
    const nearest = nearestNeighbours(clusteredVectors(200, 3), 5);
    nearest.forEach((neighbours, index) => {
      expect(neighbours).toHaveLength(5);
      expect(neighbours.some((neighbour) => neighbour.index === index)).toBe(false);
      const similarities = neighbours.map(({ similarity }) => similarity);
      expect(similarities).toEqual([...similarities].sort((a, b) => b - a));
    });
  });

  it('of equal vectors are the first ones', () => {
    const vectors = Array.from({ length: 200 }, () => Float32Array.of(1, 2, 3));
    expect(nearestNeighbours(vectors, 2)[199]!.map(({ index }) => index)).toEqual([0, 1]);
  });
});
