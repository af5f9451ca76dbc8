import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cosineSimilarity, type Nearest, nearestNeighbours } from '../../src/similarity/index.js';

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

/** What was found for a vector, by the present places; `undefined` where a neighbour is gone. */
function placed(
  found: Nearest | undefined,
  earlier: readonly number[],
  places: ReadonlyMap<number, number>,
): Nearest | undefined {
  const neighbours = (found?.neighbours ?? []).flatMap(({ index, similarity }) => {
    const place = places.get(earlier[index]!);
    return place === undefined ? [] : [{ index: place, similarity }];
  });
  return found !== undefined && neighbours.length === found.neighbours.length ? { ...found, neighbours } : undefined;
}

describe('nearest neighbours', () => {
  it('are exact for few vectors', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 65 }), fc.integer(), (count, seed) => {
        const vectors = clusteredVectors(count, seed);
        const nearest = nearestNeighbours(vectors, 5);
        vectors.forEach((_, index) => {
          expect(nearest[index]!.neighbours.map((neighbour) => neighbour.index)).toEqual(
            exactNeighbours(vectors, index, 5),
          );
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
      found += nearest[index]!.neighbours.filter((neighbour) => exact.has(neighbour.index)).length;
    }
    expect(found / (compared.length * 5)).toBeGreaterThan(0.99);
  });

  it('never contain the vector itself, and decrease in similarity', () => {
    const nearest = nearestNeighbours(clusteredVectors(200, 3), 5);
    nearest.forEach(({ neighbours }, index) => {
      expect(neighbours).toHaveLength(5);
      expect(neighbours.some((neighbour) => neighbour.index === index)).toBe(false);
      const similarities = neighbours.map(({ similarity }) => similarity);
      expect(similarities).toEqual([...similarities].sort((a, b) => b - a));
    });
  });

  it('with an earlier search are those of a new one, whatever vectors came and went', () => {
    let keptCount = 0;
    const arbitrarySet = fc.uniqueArray(fc.nat({ max: 149 }), { minLength: 60, maxLength: 150 });
    fc.assert(
      fc.property(
        arbitrarySet,
        fc.uniqueArray(fc.nat({ max: 149 }), { maxLength: 4 }),
        fc.nat({ max: 9 }),
        (before, changes, seed) => {
          const all = clusteredVectors(150, seed);
          all[7] = all[6]!;
          const earlier = [...before].sort((a, b) => a - b);
          const present = [...all.keys()].filter((each) => before.includes(each) !== changes.includes(each));
          const found = nearestNeighbours(
            earlier.map((each) => all[each]!),
            5,
          );
          const places = new Map(present.map((each, place) => [each, place]));
          const known = present.map((each) => placed(found[earlier.indexOf(each)], earlier, places));
          const gone = earlier.filter((each) => !places.has(each)).map((each) => all[each]!);
          const vectors = present.map((each) => all[each]!);
          const nearest = nearestNeighbours(vectors, 5, { known, gone });
          expect(nearest).toEqual(nearestNeighbours(vectors, 5));
          keptCount += nearest.filter((each) => known.includes(each)).length;
        },
      ),
      { numRuns: 100 },
    );
    expect(keptCount).toBeGreaterThan(100);
  });

  it('of equal vectors are the first ones', () => {
    const vectors = Array.from({ length: 200 }, () => Float32Array.of(1, 2, 3));
    expect(nearestNeighbours(vectors, 2)[199]!.neighbours.map(({ index }) => index)).toEqual([0, 1]);
  });
});
