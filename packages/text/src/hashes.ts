/** A 64-bit unsigned integer as two 32-bit ones: arithmetic on `bigint` takes several times as long. */
export type Halves = readonly [high: number, low: number];

/** Where a 32-bit hash starts, and what each step multiplies by: `hash = Math.imul(hash ^ unit, FNV_PRIME)`. */
export const FNV_OFFSET_BASIS = 0x811c9dc5;
export const FNV_PRIME = 0x01000193;

const OFFSET_BASIS_64: Halves = [0xcbf2_9ce4, 0x8422_2325];
/** The 64-bit prime is 2^40 + this. */
const PRIME_64_LOW = 0x1b3;

/** In UTF-8, of a UTF-16 unit. */
const MAX_BYTES_PER_UNIT = 3;

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
  const most = MAX_BYTES_PER_UNIT * text.length;
  if (most > encoded.length) encoded = new Uint8Array(2 * most);
  return encoder.encodeInto(text, encoded).written;
}

const MIX_FACTORS: readonly [Halves, Halves] = [
  [0xff51_afd7, 0xed55_8ccd],
  [0xc4ce_b9fe, 0x1a85_ec53],
];

/** `fmix32`, the finalizer of MurmurHash3: spreads every bit over the word. Gives an unsigned 32-bit integer. */
export function mix32(hash: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** `fmix64` of MurmurHash3. */
export function mix64(hash: Halves): Halves {
  let mixed = xorShift33(hash);
  for (const factor of MIX_FACTORS) mixed = xorShift33(multiply(mixed, factor));
  return mixed;
}

function xorShift33([high, low]: Halves): Halves {
  return [high, (low ^ (high >>> 1)) >>> 0];
}

/** The lower 64 bits of the product. */
function multiply([highA, lowA]: Halves, [highB, lowB]: Halves): Halves {
  const cross = (lowA >>> 16) * (lowB & 0xffff) + Math.floor(((lowA & 0xffff) * (lowB & 0xffff)) / 2 ** 16);
  const otherCross = (lowA & 0xffff) * (lowB >>> 16) + (cross % 2 ** 16);
  const carried = (lowA >>> 16) * (lowB >>> 16) + Math.floor(cross / 2 ** 16) + Math.floor(otherCross / 2 ** 16);
  const high = (carried + Math.imul(highA, lowB) + Math.imul(lowA, highB)) >>> 0;
  return [high, Math.imul(lowA, lowB) >>> 0];
}

/** Where the second half of a content hash starts: the golden ratio. */
const SECOND_START = 0x9e3779b9;

/**
 * Hash of a term for tables, shards and components of vectors: FNV-1a over UTF-16 units, then the finalizer of
 * MurmurHash3, since FNV alone spreads short words badly. Integer operations only.
 *
 * @returns an unsigned 32-bit integer
 */
export function hashTerm(term: string): number {
  return mix32(fnv1a32(term));
}

/** The same with 64 bits over UTF-8 bytes: of weighted features, whose hashes are compared bit by bit. */
export function hashFeature(feature: string): Halves {
  return mix64(fnv1a64(feature));
}

/** FNV-1a of 32 bits as eight hexadecimal digits: distinguishes the names of one folder. */
export function shortHashHex(text: string): string {
  return hex(fnv1a32(text));
}

/**
 * 64 bits as 16 hexadecimal digits, for ids of long texts: two FNV-1a hashes over UTF-16 units side by side, the second
 * fed with the first, each mixed as in MurmurHash3. In JavaScript that takes a fraction of the time of 64-bit FNV-1a.
 */
export function contentHashHex(content: string): string {
  let low = FNV_OFFSET_BASIS;
  let high = SECOND_START;
  for (let at = 0; at < content.length; at++) {
    const code = content.charCodeAt(at);
    low = Math.imul(low ^ code, FNV_PRIME);
    high = Math.imul(high ^ code ^ (low >>> 15), FNV_PRIME);
  }
  return `${hex(mix32(high))}${hex(mix32(low))}`;
}

function hex(value: number): string {
  return value.toString(16).padStart(8, '0');
}
