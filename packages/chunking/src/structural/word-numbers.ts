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

const FIRST_SLOTS = 1 << 10;
const INTS_PER_SLOT = 2;

/** Numbers of words by their hashes, from 0 in the order in which they come. */
export class WordNumbers {
  /** In each slot a hash, and its number plus one, 0 when the slot is free. */
  private slots = new Int32Array(FIRST_SLOTS * INTS_PER_SLOT);
  size = 0;

  /** @param hash of 30 bits */
  numberOf(hash: number): number {
    const at = this.slotOf(hash);
    const known = this.slots[at + 1]!;
    if (known > 0) return known - 1;
    this.slots[at] = hash;
    this.slots[at + 1] = ++this.size;
    if (this.size * INTS_PER_SLOT * 2 > this.slots.length) this.grow();
    return this.size - 1;
  }

  private slotOf(hash: number): number {
    const { slots } = this;
    const mask = slots.length - 1;
    let at = (hash * INTS_PER_SLOT) & mask;
    while (slots[at + 1] !== 0 && slots[at] !== hash) at = (at + INTS_PER_SLOT) & mask;
    return at;
  }

  private grow(): void {
    const old = this.slots;
    this.slots = new Int32Array(old.length * 2);
    for (let at = 0; at < old.length; at += INTS_PER_SLOT) {
      if (old[at + 1] === 0) continue;
      const place = this.slotOf(old[at]!);
      this.slots[place] = old[at]!;
      this.slots[place + 1] = old[at + 1]!;
    }
  }
}

/**
 * The numbers of the words in a range of text, in their order: runs of two or more letters and digits, and each
 * character of a script without spaces. A word that is new to `numbers` gets the next number; upper and lower case are
 * the same, and so are two words in a thousand million that have the same hash. Characters outside of the Basic
 * Multilingual Plane part words.
 */
export function wordNumbers(text: string, start: number, end: number, numbers: WordNumbers): Uint32Array {
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
    if (wanted === WORD_ALONE || at - first > 1) found[count++] = numbers.numberOf(hash & 0x3fffffff);
  }
  return found.slice(0, count);
}

function classify(unit: number): number {
  const character = String.fromCharCode(unit);
  const kind = ALONE.test(character) ? WORD_ALONE : LETTER.test(character) ? IN_WORD : NOT_IN_WORDS;
  const lower = character.toLowerCase();
  lowerUnits[unit] = lower.length === 1 ? lower.charCodeAt(0) : unit;
  kinds[unit] = kind;
  return kind;
}
