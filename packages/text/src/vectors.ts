/** Number of ones among the lower 32 bits of an integer. */
export function setBitCount(word: number): number {
  let pairs = word - ((word >>> 1) & 0x5555_5555);
  pairs = (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333);
  return Math.imul((pairs + (pairs >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}

/** Sum of the products of two vectors of one length, in double precision: of unit vectors, their cosine. */
export function dotProduct(a: Float32Array | Float64Array, b: Float32Array | Float64Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += a[at]! * b[at]!;
  return sum;
}

/** Euclidean length of a vector, in double precision. */
export function vectorLength(vector: Float32Array | Float64Array): number {
  return Math.sqrt(dotProduct(vector, vector));
}

/** The vector at length 1, so that a dot product is a cosine; a zero vector stays as it is. */
export function unitVector(vector: Float32Array): Float32Array {
  const length = vectorLength(vector);
  return length === 0 ? vector : vector.map((value) => value / length);
}

/** The same without rounding to single precision, for an order by similarity in which few vectors tie. */
export function exactUnitVector(vector: Float32Array | Float64Array): Float64Array {
  const length = vectorLength(vector);
  return length === 0 ? Float64Array.from(vector) : Float64Array.from(vector, (value) => value / length);
}
