import type { HashTable } from '@topicmill/text/hashes';

const UNITS = 0x10000;
const NOT_IN_WORDS = 1;
const IN_WORD = 2;
const WORD_ALONE = 3;
/** Scripts that put no spaces between words. */
const ALONE = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
const LETTER = /[\p{L}\p{N}]/u;

/** What each UTF-16 unit is, and the unit in lower case; determined on first use. */
const kinds = new Uint8Array(UNITS);
const lowerUnits = new Uint16Array(UNITS);
/** Where the numbers of one range are gathered. */
let scratch = new Uint32Array(1 << 10);

/**
 * The numbers of the words in a range of text, in their order: runs of two or more letters and digits, and each
 * character of a script without spaces. A word that is new to `numbers` gets the next number; upper and lower case are
 * the same, and so are two words in a thousand million that have the same hash. Characters outside of the Basic
 * Multilingual Plane part words.
 */
export function wordNumbers(text: string, start: number, end: number, numbers: HashTable): Uint32Array {
  if (scratch.length < end - start) scratch = new Uint32Array(2 * (end - start));
  const found = scratch;
  let count = 0;
  for (let at = start; at < end; ) {
    let unit = text.charCodeAt(at);
    let kind = kinds[unit] || classify(unit);
    if (kind === NOT_IN_WORDS) {
      at++;
      continue;
    }
    let hash = 0;
    const first = at;
    const wanted = kind;
    do {
      hash = Math.imul(hash ^ lowerUnits[unit]!, 0x9e3779b1);
      hash ^= hash >>> 15;
      at++;
      unit = at < end ? text.charCodeAt(at) : 0;
      kind = kinds[unit] || classify(unit);
    } while (kind === wanted && wanted === IN_WORD);
    if (wanted === WORD_ALONE || at - first > 1) found[count++] = numberOf(hash & 0x3fffffff, numbers);
  }
  return found.slice(0, count);
}

function numberOf(hash: number, numbers: HashTable): number {
  const slot = numbers.find(hash);
  return numbers.isTaken(slot) ? numbers.numberAt(slot) : numbers.add(slot, hash);
}

function classify(unit: number): number {
  const character = String.fromCharCode(unit);
  const kind = ALONE.test(character) ? WORD_ALONE : LETTER.test(character) ? IN_WORD : NOT_IN_WORDS;
  const lower = character.toLowerCase();
  lowerUnits[unit] = lower.length === 1 ? lower.charCodeAt(0) : unit;
  kinds[unit] = kind;
  return kind;
}
