const SKETCH_WORDS = 16;
const BITS_PER_WORD = 32;

/**
 * 512 bits that are nearer to each other the smaller the angle between two vectors is: the signs of random projections
 * (Charikar 2002), made with a fast Hadamard transform of randomly negated coordinates (Ailon & Chazelle 2006). Sums and
 * differences only, in a fixed order, so the bits are the same on every machine.
 */
export function signSketch(vector: Float32Array): Uint32Array {
  const spread = spreadOut(vector);
  const sketch = new Uint32Array(SKETCH_WORDS);
  for (let bit = 0; bit < SKETCH_WORDS * BITS_PER_WORD; bit++) {
    if (spread[bit]! > 0) sketch[bit >>> 5]! |= 1 << (bit & 31);
  }
  return sketch;
}

/** Number of bits in which two sketches differ. */
export function bitDistance(a: Uint32Array, b: Uint32Array): number {
  let distance = 0;
  for (let i = 0; i < SKETCH_WORDS; i++) {
    let bits = a[i]! ^ b[i]!;
    bits -= (bits >>> 1) & 0x55555555;
    bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
    distance += Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
  }
  return distance;
}

function spreadOut(vector: Float32Array): Float64Array {
  let size = SKETCH_WORDS * BITS_PER_WORD;
  while (size < vector.length) size *= 2;
  const values = new Float64Array(size);
  for (let i = 0; i < vector.length; i++) values[i] = isNegated(i) ? -vector[i]! : vector[i]!;
  for (let half = 1; half < size; half *= 2) {
    for (let start = 0; start < size; start += half * 2) {
      for (let i = start; i < start + half; i++) {
        const a = values[i]!;
        const b = values[i + half]!;
        values[i] = a + b;
        values[i + half] = a - b;
      }
    }
  }
  return values;
}

/** A fixed coin for each coordinate: the top bit of a multiplicative hash (Knuth). */
function isNegated(index: number): boolean {
  let hash = Math.imul(index + 1, 0x9e3779b1);
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) < 0;
}
