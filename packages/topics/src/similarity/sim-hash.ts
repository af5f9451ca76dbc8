import { hashFeature } from '@topicmill/text/hashes';
import { setBitCount } from '@topicmill/text/vectors';
import { lowerCase } from '@topicmill/text/words';

const BITS = 64;
const MAX_WORD_WEIGHT = 8;
const PAIR_WEIGHT = 2;

/** A character of a script that is written without spaces, or a word with the signs of `C++` and `F#`. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])[\p{L}\p{M}\p{N}])+[+#]*/gu;

/**
 * 64-bit SimHash (Charikar 2002) of a short text: texts that share most of their words differ in few bits. Each word
 * counts by its length in UTF-16 units, up to 8, so that the words of the subject outweigh "how", "do" and "I" without
 * a list of stop words; each pair of neighbours counts 2. Case, punctuation and Unicode form do not count. The hash
 * of each feature is `hashFeature`.
 *
 * @returns an unsigned 64-bit integer; 0 for a text without words
 */
export function simHash64(text: string): bigint {
  const words = lowerCase(text).match(WORD) ?? [];
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
  return (BigInt(positiveBits(sums, BITS / 2)) << 32n) | BigInt(positiveBits(sums, 0));
}

/** An unsigned 32-bit integer: a bit for each of 32 sums. */
function positiveBits(sums: Int32Array, start: number): number {
  let bits = 0;
  for (let bit = 0; bit < BITS / 2; bit++) if (sums[start + bit]! > 0) bits |= 1 << bit;
  return bits >>> 0;
}

/** Number of bits, 0 to 64, in which two unsigned 64-bit hashes differ. */
export function hammingDistance(a: bigint, b: bigint): number {
  const difference = BigInt.asUintN(BITS, a ^ b);
  return setBitCount(Number(difference & 0xffff_ffffn)) + setBitCount(Number(difference >> 32n));
}

function addFeature(sums: Int32Array, feature: string, weight: number): void {
  const [high, low] = hashFeature(feature);
  for (let bit = 0; bit < 32; bit++) {
    sums[bit]! += (low >>> bit) & 1 ? weight : -weight;
    sums[bit + 32]! += (high >>> bit) & 1 ? weight : -weight;
  }
}
