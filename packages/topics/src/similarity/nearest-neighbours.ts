import { dotProduct, exactUnitVector } from '@topicmill/text/vectors';
import { bitDistance, signSketch } from './sign-bits.js';

/** A vector near another, by its place in the list. */
export interface Neighbour {
  readonly index: number;
  /** Cosine similarity. */
  readonly similarity: number;
}

/** So many by sketch are compared by cosine: twelve times the usual count of five, so that the sketch's error is slack. */
const CANDIDATE_COUNT = 64;

/**
 * For each vector the `count` others of the highest cosine similarity, the nearest first, ties by index. Up to 65
 * vectors the answer is exact. Beyond, each is compared with the 64 others whose sketches are nearest to its own, which
 * keeps the cost of a pair at some twenty machine words whatever the number of dimensions; the result is the same on
 * every machine.
 *
 * @param vectors all of one length, none of them zero
 * @param count 64 at most
 */
export function nearestNeighbours(vectors: readonly Float32Array[], count: number): Neighbour[][] {
  const units = vectors.map(exactUnitVector);
  const candidates = candidatesOf(vectors);
  return units.map((unit, index) => {
    const neighbours = candidates[index]!.map((other) => ({
      index: other,
      similarity: dotProduct(unit, units[other]!),
    }));
    return neighbours.sort((a, b) => b.similarity - a.similarity || a.index - b.index).slice(0, count);
  });
}

/** For each vector the places of those it is compared with, in ascending order. */
function candidatesOf(vectors: readonly Float32Array[]): number[][] {
  if (vectors.length <= CANDIDATE_COUNT + 1) {
    return vectors.map((_, index) => [...vectors.keys()].filter((other) => other !== index));
  }
  const sketches = vectors.map(signSketch);
  const distances = new Uint16Array(vectors.length);
  return sketches.map((sketch, index) => {
    for (let other = 0; other < sketches.length; other++) distances[other] = bitDistance(sketch, sketches[other]!);
    return nearestPlaces(distances, index);
  });
}

/** Places of the smallest distances, ties by place, found by counting how often each distance occurs. */
function nearestPlaces(distances: Uint16Array, except: number): number[] {
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
  return places;
}
