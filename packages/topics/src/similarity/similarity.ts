/** How the square root in the stripe factor becomes an integer. */
export type StripeRounding = 'up' | 'nearest';

/** Lists shorter than this stay in plain order of similarity. */
const MIN_STRIPED_LENGTH = 8;

/**
 * Number of stripes for `length` ordered chunks: 1 below eight, else max(2, min(⌊length / 2⌋, √length rounded)).
 * Rounded up, 8, 12, 16 and 25 chunks make 3, 4, 4 and 5 stripes.
 *
 * @param length chunks in the list, the baseline not counted
 */
export function stripeFactor(length: number, rounding: StripeRounding): number {
  if (length < MIN_STRIPED_LENGTH) return 1;
  const root = Math.sqrt(length);
  return Math.max(2, Math.min(Math.floor(length / 2), rounding === 'up' ? Math.ceil(root) : Math.round(root)));
}

/**
 * The order in which chunks are returned: by decreasing similarity to the baseline, dealt into stripes so that the first
 * few are spread over the whole range. Stripe j contains the positions j, j + f, j + 2f, … of that list.
 *
 * @param similarities of each chunk to the baseline, by chunk index; compared as published, with four decimals, ties in
 *   chunk order
 * @param baselineIndex the chunk that is left out
 * @returns chunk indices, one fewer than there are similarities
 */
export function stripeOrder(
  similarities: readonly number[],
  baselineIndex: number,
  rounding: StripeRounding,
): readonly number[] {
  const rounded = similarities.map(fourDecimals);
  const ordered = [...rounded.keys()]
    .filter((index) => index !== baselineIndex)
    .sort((a, b) => rounded[b]! - rounded[a]! || a - b);
  const factor = stripeFactor(ordered.length, rounding);
  const stripes = Array.from({ length: factor }, (_, stripe) => ordered.filter((_, at) => at % factor === stripe));
  return stripes.flat();
}

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
