/** Rounds of sign flips and Hadamard transforms; after three, every component depends on all others. */
const ROUND_COUNT = 3;

/** Makes bits of vectors. */
export interface SignBits {
  /** Number of bits: the smallest power of two, from 8 up, that holds a vector. */
  readonly bitCount: number;
  /** `bitCount / 8` bytes. */
  encode(vector: Float32Array): Uint8Array;
}

/**
 * Bits whose Hamming distance follows the angle between vectors: the signs after a random rotation (Charikar, "Similarity
 * estimation techniques from rounding algorithms", 2002), the rotation being a product of sign flips and Hadamard
 * transforms (Ailon and Chazelle, 2009). Without it, sparse vectors would have mostly equal bits. The flips are fixed for
 * each length, so the bits of a vector are the same everywhere.
 *
 * @param dimensions components of a vector
 */
export function signBits(dimensions: number): SignBits {
  let bitCount = 8;
  while (bitCount < dimensions) bitCount *= 2;
  const random = randomFrom(bitCount);
  const flips = Array.from({ length: ROUND_COUNT }, () =>
    Float64Array.from({ length: bitCount }, () => (random() < 0.5 ? -1 : 1)),
  );
  const rotated = new Float64Array(bitCount);
  return {
    bitCount,
    encode(vector) {
      rotated.fill(0);
      rotated.set(vector);
      for (const signs of flips) {
        for (let at = 0; at < bitCount; at++) rotated[at]! *= signs[at]!;
        hadamard(rotated);
      }
      const bytes = new Uint8Array(bitCount / 8);
      for (let at = 0; at < bitCount; at++) if (rotated[at]! > 0) bytes[at >> 3]! |= 1 << (at & 7);
      return bytes;
    },
  };
}

/** Fast Walsh–Hadamard transform in place, not scaled. */
function hadamard(values: Float64Array): void {
  for (let half = 1; half < values.length; half *= 2) {
    for (let block = 0; block < values.length; block += 2 * half) {
      for (let at = block; at < block + half; at++) {
        const sum = values[at]! + values[at + half]!;
        values[at + half] = values[at]! - values[at + half]!;
        values[at] = sum;
      }
    }
  }
}

/** mulberry32 (Tommy Ettinger, public domain): numbers from 0 up to 1 that the seed fixes. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
