const MASK = 0xffff_ffff_ffff_ffffn;
const FNV_OFFSET_BASIS = 0xcbf2_9ce4_8422_2325n;
const FNV_PRIME = 0x100_0000_01b3n;
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
  const hash = mix(fnv1a64(feature));
  const low = Number(hash & 0xffff_ffffn);
  const high = Number(hash >> 32n);
  for (let bit = 0; bit < 32; bit++) {
    sums[bit]! += (low >>> bit) & 1 ? weight : -weight;
    sums[bit + 32]! += (high >>> bit) & 1 ? weight : -weight;
  }
}

/** FNV-1a over the UTF-8 bytes of a text (draft-eastlake-fnv), 64 bits. */
function fnv1a64(text: string): bigint {
  let hash = FNV_OFFSET_BASIS;
  for (const byte of encoder.encode(text)) hash = ((hash ^ BigInt(byte)) * FNV_PRIME) & MASK;
  return hash;
}

/** `fmix64` of MurmurHash3. */
function mix(hash: bigint): bigint {
  let mixed = hash ^ (hash >> 33n);
  mixed = (mixed * 0xff51_afd7_ed55_8ccdn) & MASK;
  mixed ^= mixed >> 33n;
  mixed = (mixed * 0xc4ce_b9fe_1a85_ec53n) & MASK;
  return mixed ^ (mixed >> 33n);
}

function bitCount(word: number): number {
  let pairs = word - ((word >>> 1) & 0x5555_5555);
  pairs = (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333);
  return Math.imul((pairs + (pairs >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}
