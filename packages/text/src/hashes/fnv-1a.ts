/** A 64-bit unsigned integer as two 32-bit ones: arithmetic on `bigint` takes several times as long. */
export type Halves = readonly [high: number, low: number];

/** Where a 32-bit hash starts, and what each step multiplies by: `hash = Math.imul(hash ^ unit, FNV_PRIME)`. */
export const FNV_OFFSET_BASIS = 0x811c9dc5;
export const FNV_PRIME = 0x01000193;

const OFFSET_BASIS_64: Halves = [0xcbf2_9ce4, 0x8422_2325];
/** The 64-bit prime is 2^40 + this. */
const PRIME_64_LOW = 0x1b3;

/** In UTF-8, of a UTF-16 unit. */
const MOST_BYTES_OF_UNIT = 3;

const encoder = new TextEncoder();

/**
 * FNV-1a of 32 bits (draft-eastlake-fnv) over the UTF-16 units of a text; over its bytes, where it is ASCII.
 *
 * @param start the hash of what precedes the text, or a seed
 * @returns an unsigned 32-bit integer
 */
export function fnv1a32(text: string, start: number = FNV_OFFSET_BASIS): number {
  let hash = start;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), FNV_PRIME);
  return hash >>> 0;
}

/** FNV-1a of 64 bits (draft-eastlake-fnv) over the UTF-8 bytes of a text. */
export function fnv1a64(text: string): Halves {
  let [high, low] = OFFSET_BASIS_64;
  const length = encode(text);
  for (let at = 0; at < length; at++) {
    const xored = (low ^ encoded[at]!) >>> 0;
    const product = xored * PRIME_64_LOW;
    high = (Math.imul(high, PRIME_64_LOW) + Math.floor(product / 2 ** 32) + (xored << 8)) >>> 0;
    low = product >>> 0;
  }
  return [high, low];
}

/** Most texts are words: an array for each would take longer than their hashes. */
let encoded = new Uint8Array(256);

/** Fills `encoded` with the UTF-8 bytes of a text. Returns their number. */
function encode(text: string): number {
  const most = MOST_BYTES_OF_UNIT * text.length;
  if (most > encoded.length) encoded = new Uint8Array(2 * most);
  return encoder.encodeInto(text, encoded).written;
}
