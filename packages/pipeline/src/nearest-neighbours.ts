/** A vector near another, by its place in the list. */
export interface Neighbour {
  readonly index: number;
  /** Cosine similarity. */
  readonly similarity: number;
}

/**
 * For each vector the `count` others of the highest cosine similarity, the nearest first, ties by index.
 *
 * @param vectors all of one length, none of them zero
 */
export function nearestNeighbours(vectors: readonly Float32Array[], count: number): Neighbour[][] {
  const units = vectors.map(toUnitLength);
  const nearest = units.map((): Neighbour[] => []);
  for (let a = 0; a < units.length; a++) {
    for (let b = a + 1; b < units.length; b++) {
      const similarity = dotProduct(units[a]!, units[b]!);
      insert(nearest[a]!, { index: b, similarity }, count);
      insert(nearest[b]!, { index: a, similarity }, count);
    }
  }
  return nearest;
}

function insert(list: Neighbour[], neighbour: Neighbour, count: number): void {
  if (list.length === count && list[count - 1]!.similarity >= neighbour.similarity) return;
  let at = list.length;
  while (at > 0 && list[at - 1]!.similarity < neighbour.similarity) at--;
  list.splice(at, 0, neighbour);
  if (list.length > count) list.pop();
}

function toUnitLength(vector: Float32Array): Float64Array {
  let squares = 0;
  for (const value of vector) squares += value * value;
  const length = Math.sqrt(squares);
  return Float64Array.from(vector, (value) => value / length);
}

function dotProduct(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}
