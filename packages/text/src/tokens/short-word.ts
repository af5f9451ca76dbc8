/** Pieces of more ASCII characters are not kept here. */
export const MAX_SHORT_LENGTH = 12;
const SLOT_BITS = 16;
const SLOT_MASK = (1 << SLOT_BITS) - 1;
const MAX_PROBES = 8;
const INTS_PER_SLOT = 4;

/**
 * Token counts of pieces of up to twelve ASCII characters, by the characters themselves: four to a number, the first in
 * the highest byte, zeros where there is none. One cache line contains everything that is compared, and nothing is compared character by character. Bounded:
 * what finds no free place takes that of another piece. NUL is not allowed, since it would equal no character.
 */
export class ShortPieceCounts {
  private readonly slots = new Int32Array((1 << SLOT_BITS) * INTS_PER_SLOT);

  /** The count of the piece with these characters; 0 when it is not known. */
  find(first: number, second: number, third: number): number {
    const { slots } = this;
    let slot = homeSlot(first, second, third);
    for (let probe = 0; probe < MAX_PROBES; probe++) {
      const at = slot * INTS_PER_SLOT;
      if (slots[at] === first && slots[at + 1] === second && slots[at + 2] === third) return slots[at + 3]!;
      slot = (slot + 1) & SLOT_MASK;
    }
    return 0;
  }

  /** Keeps the count of a piece that `find` does not know, and returns it. */
  add(first: number, second: number, third: number, tokenCount: number): number {
    const { slots } = this;
    const home = homeSlot(first, second, third);
    let slot = home;
    for (let probe = 0; probe < MAX_PROBES && slots[slot * INTS_PER_SLOT] !== 0; probe++) slot = (slot + 1) & SLOT_MASK;
    const at = (slots[slot * INTS_PER_SLOT] === 0 ? slot : home) * INTS_PER_SLOT;
    slots[at] = first;
    slots[at + 1] = second;
    slots[at + 2] = third;
    slots[at + 3] = tokenCount;
    return tokenCount;
  }
}

function homeSlot(first: number, second: number, third: number): number {
  const hash = Math.imul(first, 0x9e3779b1) ^ Math.imul(second, 0x85ebca6b) ^ Math.imul(third, 0xc2b2ae35);
  return (hash ^ (hash >>> SLOT_BITS)) & SLOT_MASK;
}

const LETTERS = 26;
const LOWER_A = 97;
const CASE_BIT = 32;
const APOSTROPHE = 39;
const ASCII_END = 128;
const CHARACTERS_PER_NUMBER = 4;
const BITS_PER_CHARACTER = 8;
const NO_WORD = -1;

/** 1 for the ASCII characters that belong to a word if they are directly before it. */
const MAY_PRECEDE = Uint8Array.from({ length: ASCII_END }, (_, code) =>
  [0, 10, 13, APOSTROPHE].includes(code) || /[A-Za-z0-9]/.test(String.fromCharCode(code)) ? 0 : 1,
);

/**
 * Reads the commonest pre-token by far, a short word of ASCII letters with the character before it, and packs its
 * characters as `ShortPieceCounts` wants them, all in one pass. Everything else is left to the encoding's own rules.
 */
export class ShortWord {
  /** Characters of the word that was read last, four to a number. */
  first = 0;
  second = 0;
  third = 0;
  private next = 0;
  private readonly innerCase: number;

  /** @param splitsAtCapitals whether a capital inside a word begins another pre-token */
  constructor(splitsAtCapitals: boolean) {
    this.innerCase = splitsAtCapitals ? 0 : CASE_BIT;
  }

  /** Offset after the word at an offset; -1 if there is none, or one that these rules do not decide. */
  read(text: string, at: number, end: number): number {
    const opening = text.charCodeAt(at);
    let packed = 0;
    let letter = at;
    if (opening < ASCII_END && MAY_PRECEDE[opening] === 1 && ++letter < end) packed = opening << 8;
    const initial = letter < end ? text.charCodeAt(letter) : 0;
    if (!isLetter(initial)) return NO_WORD;
    this.next = letter + 1;
    this.first = this.pack(text, packed | initial, at + CHARACTERS_PER_NUMBER, end);
    this.second = this.pack(text, 0, at + 2 * CHARACTERS_PER_NUMBER, end);
    this.third = this.pack(text, 0, at + MAX_SHORT_LENGTH, end);
    const { next } = this;
    return next < end && mayGoOn(text.charCodeAt(next)) ? NO_WORD : next;
  }

  private pack(text: string, start: number, limit: number, end: number): number {
    const { innerCase } = this;
    const last = Math.min(limit, end);
    let packed = start;
    let { next } = this;
    for (; next < last; next++) {
      const code = text.charCodeAt(next);
      if (!isLetter(code, innerCase)) break;
      packed = (packed << 8) | code;
    }
    this.next = next;
    return packed << (BITS_PER_CHARACTER * (limit - next));
  }
}

/** Whether it is an ASCII letter; only one in lower case, with a `caseBit` of 0. */
function isLetter(code: number, caseBit = CASE_BIT): boolean {
  return ((code | caseBit) - LOWER_A) >>> 0 < LETTERS;
}

/** Whether a word may continue with a character, by rules that are not applied here. */
function mayGoOn(code: number): boolean {
  return code >= ASCII_END || code === APOSTROPHE || isLetter(code);
}
