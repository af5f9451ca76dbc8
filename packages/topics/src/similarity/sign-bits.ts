import { setBitCount } from '@topicmill/text/vectors';

const SKETCH_WORDS = 16;
const BITS_PER_WORD = 32;
/** Number of bits of a sketch. */
export const SKETCH_BITS = SKETCH_WORDS * BITS_PER_WORD;

/** Rounds of sign flips and Hadamard transforms; after three, every component depends on all others. */
const ROUND_COUNT = 3;

/** Makes bits of vectors. */
export interface SignBits {
  /** Number of bits: the smallest power of two, from 8 up, that is at least the number of components. */
  readonly bitCount: number;
  /** `bitCount / 8` bytes. */
  encode(vector: Float32Array): Uint8Array;
}

/**
 * Bits whose Hamming distance follows the angle between vectors: the signs after a random rotation (Charikar, "Similarity
 * estimation techniques from rounding algorithms", 2002), the rotation being a product of sign flips and Hadamard
 * transforms (Ailon and Chazelle, 2009). Without it, sparse vectors would have mostly equal bits. The flips are fixed for
 * each length, so the bits of a vector are the same everywhere. Stores keep them.
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

/**
 * 512 such bits of a vector of any length after one round of flips and transform: a third of the work of `signBits`, for
 * sketches that only choose which vectors are compared in full and are kept nowhere. Sums and differences alone, in a
 * fixed order, so the bits are the same on every machine.
 */
export function signSketch(vector: Float32Array): Uint32Array {
  let size = SKETCH_BITS;
  while (size < vector.length) size *= 2;
  const spread = new Float64Array(size);
  for (let at = 0; at < vector.length; at++) spread[at] = isNegated(at) ? -vector[at]! : vector[at]!;
  hadamard(spread);
  const sketch = new Uint32Array(SKETCH_WORDS);
  for (let bit = 0; bit < SKETCH_BITS; bit++) {
    if (spread[bit]! > 0) sketch[bit >>> 5]! |= 1 << (bit & 31);
  }
  return sketch;
}

/** Number of bits in which two sketches differ. */
export function bitDistance(a: Uint32Array, b: Uint32Array): number {
  let distance = 0;
  for (let at = 0; at < SKETCH_WORDS; at++) distance += setBitCount(a[at]! ^ b[at]!);
  return distance;
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

/** A fixed coin for each component: the top bit of a multiplicative hash (Knuth). */
function isNegated(index: number): boolean {
  let hash = Math.imul(index + 1, 0x9e3779b1);
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) < 0;
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
