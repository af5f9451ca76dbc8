import { FNV_OFFSET_BASIS, FNV_PRIME } from '@topicmill/text/hashes';

const HASH_BITS = 16;

/** Words are distinguished by hashes below this number; words with the same hash count as one. */
export const WORD_HASH_COUNT = 1 << HASH_BITS;

const FIRST_LETTER_BEYOND_ASCII = 0xc0;

/**
 * The hash of each word between two offsets, in order: of each run of ASCII letters, digits and characters from U+00C0
 * on, upper-case ASCII letters as lower case (FNV-1a over UTF-16 units).
 */
export function wordHashes(text: string, start = 0, end: number = text.length): Uint16Array {
  // A word and the separator after it take at least two units.
  const hashes = new Uint16Array((end - start + 1) >> 1);
  let count = 0;
  let hash = FNV_OFFSET_BASIS;
  let isInWord = false;
  for (let at = start; at < end; at++) {
    const code = wordUnit(text.charCodeAt(at));
    if (code !== 0) {
      hash = Math.imul(hash ^ code, FNV_PRIME);
      isInWord = true;
    } else if (isInWord) {
      hashes[count++] = folded(hash);
      hash = FNV_OFFSET_BASIS;
      isInWord = false;
    }
  }
  if (isInWord) hashes[count++] = folded(hash);
  return hashes.subarray(0, count);
}

/** The UTF-16 unit as it is hashed; 0 for one that is not part of a word. */
function wordUnit(code: number): number {
  if (code >= 97 && code <= 122) return code;
  if (code >= 65 && code <= 90) return code | 32;
  return (code >= 48 && code <= 57) || code >= FIRST_LETTER_BEYOND_ASCII ? code : 0;
}

function folded(hash: number): number {
  return ((hash >>> HASH_BITS) ^ hash) & (WORD_HASH_COUNT - 1);
}
