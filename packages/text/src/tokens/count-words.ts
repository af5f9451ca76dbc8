import type { TokenCounter } from './token-counter.js';

const TOKENS_PER_WORD = 1.3;

/** Every character with Unicode's property `White_Space`. */
const WHITE_SPACE =
  '\t\n\v\f\r \u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000';

/** UTF-16 code units that are counted before a look at their scripts. */
const STRETCH = 0x4000;

/**
 * What a UTF-16 code unit is to the count of words. A single unit of a script without spaces makes the changes of a
 * stretch more than its length, so that no unit has to be asked for its script.
 */
const Unit = {
  Word: 0,
  Space: 1,
  Neutral: 0x8000,
  Han: 0x8002,
  Kana: 0x8004,
  SoutheastAsian: 0x8006,
  HanSurrogate: 0x8008,
} as const;

const UNIT_CLASSES = new Uint16Array(0x10000);
for (const character of WHITE_SPACE) UNIT_CLASSES[character.charCodeAt(0)] = Unit.Space;
for (const [unit, first, last] of [
  [Unit.SoutheastAsian, 0x0e01, 0x0eff],
  [Unit.SoutheastAsian, 0x1000, 0x109f],
  [Unit.SoutheastAsian, 0x1780, 0x17ff],
  [Unit.SoutheastAsian, 0x1980, 0x19ff],
  [Unit.Han, 0x2e80, 0x2fdf],
  [Unit.Neutral, 0x3001, 0x3004],
  [Unit.Han, 0x3005, 0x3007],
  [Unit.Neutral, 0x3008, 0x303f],
  [Unit.Kana, 0x3041, 0x30ff],
  [Unit.Kana, 0x31f0, 0x31ff],
  [Unit.Han, 0x3400, 0x4dbf],
  [Unit.Han, 0x4e00, 0x9fff],
  [Unit.Han, 0xf900, 0xfaff],
  [Unit.Neutral, 0xff01, 0xff65],
  [Unit.Kana, 0xff66, 0xff9f],
  [Unit.HanSurrogate, 0xd840, 0xd888],
] as const) {
  UNIT_CLASSES.fill(unit, first, last + 1);
}

/** Tenths of a word that a character of such a script counts for, chosen so that a text counts as its translation does. */
const TENTHS: Readonly<Record<number, number>> = {
  [Unit.Han]: 6,
  [Unit.Kana]: 4,
  [Unit.SoutheastAsian]: 2,
  [Unit.HanSurrogate]: 6,
};

/**
 * Number of words between two offsets: the runs of characters that are not white space (Unicode's `White_Space`), and
 * in scripts that write no spaces between words so much for each character: 0.6 for Han, 0.4 for kana, 0.2 for Thai,
 * Lao, Burmese and Khmer, whose letters and marks are many. Punctuation among these counts nothing.
 *
 * @param start UTF-16 offset
 * @param end UTF-16 offset after the last character; a word that it cuts counts as one
 * @returns a whole number for scripts with spaces
 */
export function countWords(text: string, start = 0, end: number = text.length): number {
  let changes = 0;
  for (let from = start; from < end; from += STRETCH) {
    const before = from === start ? Unit.Space : UNIT_CLASSES[text.charCodeAt(from - 1)]!;
    const found = changesBetween(text, from, Math.min(end, from + STRETCH), before);
    if (found > STRETCH) return countMixed(text, from, end, changes, before);
    changes += found;
  }
  return (changes + 1) >> 1;
}

/** How often a word begins or ends, in a stretch of words and spaces; more than its length where it has another unit. */
function changesBetween(text: string, start: number, end: number, before: number): number {
  let changes = 0;
  let last = before;
  for (let at = start; at < end; at++) {
    const unit = UNIT_CLASSES[text.charCodeAt(at)]!;
    changes += last ^ unit;
    last = unit;
  }
  return changes;
}

/** Goes on from a stretch with a character of a script without spaces. */
function countMixed(text: string, from: number, end: number, changesBefore: number, wasSpaceBefore: number): number {
  let changes = changesBefore;
  let wasSpace = wasSpaceBefore;
  let isAfterSpaceless = false;
  let tenths = 0;
  for (let at = from; at < end; at++) {
    const unit = UNIT_CLASSES[text.charCodeAt(at)]!;
    if (unit === Unit.Neutral && isAfterSpaceless) continue;
    const isSpaceless = unit > Unit.Neutral;
    const isSpace = isSpaceless || unit === Unit.Space ? 1 : 0;
    changes += wasSpace ^ isSpace;
    wasSpace = isSpace;
    isAfterSpaceless = isSpaceless;
    tenths += TENTHS[unit] ?? 0;
    if (unit === Unit.HanSurrogate) at++;
  }
  return ((changes + 1) >> 1) + tenths / 10;
}

/** Counts floor(words × 1.3): an estimate that depends on no tokenizer. */
export const wordsCounter: TokenCounter = {
  name: 'words',
  count: (text, start, end) => Math.floor(countWords(text, start, end) * TOKENS_PER_WORD),
};
