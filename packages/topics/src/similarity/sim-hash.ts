/** The upper and the lower half of an unsigned 64-bit integer: arithmetic on `bigint` takes several times as long. */
type Halves = readonly [high: number, low: number];

const FNV_OFFSET_BASIS: Halves = [0xcbf2_9ce4, 0x8422_2325];
/** The prime is 2^40 + this. */
const FNV_PRIME_LOW = 0x1b3;
const MIX_FACTORS: readonly [Halves, Halves] = [
  [0xff51_afd7, 0xed55_8ccd],
  [0xc4ce_b9fe, 0x1a85_ec53],
];
const BITS = 64;
const MAX_WORD_WEIGHT = 8;
const PAIR_WEIGHT = 2;

/** A character of a script that is written without spaces, or a word with the signs of `C++` and `F#`. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])[\p{L}\p{M}\p{N}])+[+#]*/gu;

const encoder = new TextEncoder();

/**
 * 64-bit SimHash (Charikar 2002) of a short text: texts that share most of their words differ in few bits. Each word
 * counts by its length in UTF-16 units, up to 8, so that the words of the subject outweigh "how", "do" and "I" without
 * a list of stop words; each pair of neighbours counts 2. Case, punctuation and Unicode form do not count. Features are
 * hashed with FNV-1a, then mixed with the finalizer of MurmurHash3, since FNV alone spreads short words badly.
 *
 * @returns an unsigned 64-bit integer; 0 for a text without words
 */
export function simHash64(text: string): bigint {
  const words = text.normalize('NFKC').toLowerCase().match(WORD) ?? [];
  const features: (readonly [string, number])[] = [];
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    features.push([word, Math.min(word.length, MAX_WORD_WEIGHT)]);
    if (i > 0) features.push([`${words[i - 1]!} ${word}`, PAIR_WEIGHT]);
  }
  return simHashOfFeatures(features);
}

/**
 * 64-bit SimHash of weighted features: bit by bit, what the hashes of the features say, each by its weight.
 *
 * @param features weights are whole numbers, the same feature any number of times
 * @returns an unsigned 64-bit integer; 0 without features
 */
export function simHashOfFeatures(features: Iterable<readonly [feature: string, weight: number]>): bigint {
  const sums = new Int32Array(BITS);
  for (const [feature, weight] of features) addFeature(sums, feature, weight);
  let hash = 0n;
  for (let bit = BITS - 1; bit >= 0; bit--) hash = (hash << 1n) | (sums[bit]! > 0 ? 1n : 0n);
  return hash;
}

/** Number of bits, 0 to 64, in which two unsigned 64-bit hashes differ. */
export function hammingDistance(a: bigint, b: bigint): number {
  const difference = BigInt.asUintN(BITS, a ^ b);
  return bitCount(Number(difference & 0xffff_ffffn)) + bitCount(Number(difference >> 32n));
}

function addFeature(sums: Int32Array, feature: string, weight: number): void {
  const [high, low] = mix(fnv1a64(feature));
  for (let bit = 0; bit < 32; bit++) {
    sums[bit]! += (low >>> bit) & 1 ? weight : -weight;
    sums[bit + 32]! += (high >>> bit) & 1 ? weight : -weight;
  }
}

/** FNV-1a over the UTF-8 bytes of a text (draft-eastlake-fnv), 64 bits. */
function fnv1a64(text: string): Halves {
  let [high, low] = FNV_OFFSET_BASIS;
  for (const byte of encoder.encode(text)) {
    const xored = (low ^ byte) >>> 0;
    const product = xored * FNV_PRIME_LOW;
    high = (Math.imul(high, FNV_PRIME_LOW) + Math.floor(product / 2 ** 32) + (xored << 8)) >>> 0;
    low = product >>> 0;
  }
  return [high, low];
}

/** `fmix64` of MurmurHash3. */
function mix(hash: Halves): Halves {
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

function bitCount(word: number): number {
  let pairs = word - ((word >>> 1) & 0x5555_5555);
  pairs = (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333);
  return Math.imul((pairs + (pairs >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}
