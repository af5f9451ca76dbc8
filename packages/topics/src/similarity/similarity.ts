/**
 * Cosine of the angle between two vectors, -1 to 1. Sums run in double precision from the first dimension to the last,
 * so that the same vectors give the same bits on every machine. A zero vector has similarity 0 to everything.
 *
 * @throws RangeError when the vectors differ in length
 */
export function cosineSimilarity(a: Float32Array, b: Float32Array): number {
  if (a.length !== b.length) throw new RangeError(`Vectors of ${a.length} and ${b.length} dimensions.`);
  let dot = 0;
  let squaresOfA = 0;
  let squaresOfB = 0;
  for (let i = 0; i < a.length; i++) {
    const x = a[i]!;
    const y = b[i]!;
    dot += x * y;
    squaresOfA += x * x;
    squaresOfB += y * y;
  }
  if (squaresOfA === 0 || squaresOfB === 0) return 0;
  const cosine = dot / (Math.sqrt(squaresOfA) * Math.sqrt(squaresOfB));
  return Math.max(-1, Math.min(1, cosine));
}

/** A similarity or a score as it is published: four decimals, never `-0`. */
export function fourDecimals(value: number): number {
  return Math.round(value * 10_000) / 10_000 + 0;
}
