import { dotProduct, exactUnitVector } from '@topicmill/text/vectors';
import { bitDistance, SKETCH_BITS, signSketch } from './sign-bits.js';

/** A vector near another, by its place in the list. */
export interface Neighbour {
  readonly index: number;
  /** Cosine similarity. */
  readonly similarity: number;
}

/** The vectors nearest to one of many. */
export interface Nearest {
  /** The nearest first, ties by index. */
  readonly neighbours: readonly Neighbour[];
  /** A vector that comes or goes changes nothing of this if their sketches differ in more bits. */
  readonly reach: number;
}

/** What was found among other vectors, most of them the same and in the same order. */
export interface EarlierSearch {
  /** For each vector that was there what was found for it, by the present indices; `undefined` for those that are new. */
  readonly known: readonly (Nearest | undefined)[];
  /** The vectors that were there and are no more. */
  readonly gone: readonly Float32Array[];
}

/** So many by sketch are compared by cosine: twelve times the usual count of five, so that the sketch's error is slack. */
const CANDIDATE_COUNT = 64;

/**
 * For each vector the `count` others of the highest cosine similarity, the nearest first, ties by index. Up to 65
 * vectors the answer is exact. Beyond, each is compared with the 64 others whose sketches are nearest to its own, which
 * keeps the cost of a pair at some twenty machine words whatever the number of dimensions; the result is the same on
 * every machine, and with an earlier search the same as without.
 *
 * @param vectors all of one length, none of them zero
 * @param count 64 at most
 */
export function nearestNeighbours(
  vectors: readonly Float32Array[],
  count: number,
  { known, gone }: EarlierSearch = { known: [], gone: [] },
): Nearest[] {
  const sketches = vectors.map(signSketch);
  const changed = [...gone.map(signSketch), ...sketches.filter((_, index) => known[index] === undefined)];
  const distances = new Uint16Array(vectors.length);
  const units: Float64Array[] = [];
  const unitOf = (index: number): Float64Array => {
    const unit = units[index] ?? exactUnitVector(vectors[index]!);
    units[index] = unit;
    return unit;
  };
  return vectors.map((_, index) => {
    const sketch = sketches[index]!;
    const before = known[index];
    if (before !== undefined && changed.every((other) => bitDistance(sketch, other) > before.reach)) return before;
    const { places, reach } = findCandidates(sketches, index, distances);
    const neighbours = places.map((other) => ({
      index: other,
      similarity: dotProduct(unitOf(index), unitOf(other)),
    }));
    neighbours.sort((a, b) => b.similarity - a.similarity || a.index - b.index);
    return { neighbours: neighbours.slice(0, count), reach };
  });
}

/** The places, in ascending order, of those that a vector is compared with, and the largest distance of their sketches. */
interface Candidates {
  readonly places: readonly number[];
  readonly reach: number;
}

/** @param distances room for one of each sketch */
function findCandidates(sketches: readonly Uint32Array[], index: number, distances: Uint16Array): Candidates {
  if (sketches.length <= CANDIDATE_COUNT + 1) {
    return { places: [...sketches.keys()].filter((other) => other !== index), reach: SKETCH_BITS };
  }
  const sketch = sketches[index]!;
  for (let other = 0; other < sketches.length; other++) distances[other] = bitDistance(sketch, sketches[other]!);
  return nearestPlaces(distances, index);
}

/** Places of the smallest distances, ties by place, found by counting how often each distance occurs. */
function nearestPlaces(distances: Uint16Array, except: number): Candidates {
  const counts: number[] = [];
  for (const distance of distances) counts[distance] = (counts[distance] ?? 0) + 1;
  let limit = 0;
  let within = -1;
  while (within + (counts[limit] ?? 0) < CANDIDATE_COUNT) within += counts[limit++] ?? 0;
  const places: number[] = [];
  let atLimit = CANDIDATE_COUNT - within;
  for (let place = 0; place < distances.length; place++) {
    if (place === except || distances[place]! > limit) continue;
    if (distances[place] === limit && atLimit-- <= 0) continue;
    places.push(place);
  }
  return { places, reach: limit };
}
