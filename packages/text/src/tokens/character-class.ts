import { isAddedInUnicode17 } from './added-in-unicode-17.js';

/** The classes that the splitting patterns distinguish; letters are `LetterLower` and above. */
export const CharacterClass = {
  LineEnd: 1,
  Space: 2,
  Number: 3,
  Other: 4,
  Mark: 5,
  LetterLower: 6,
  LetterUpper: 7,
  /** Modifier letters and those of scripts without case: upper and lower at once. */
  LetterUncased: 8,
} as const;

const CODE_POINTS = 0x110000;

/** Classes by code point, determined on first use; 0 until then. */
const classes = new Uint8Array(CODE_POINTS);

/**
 * The class of the character at a UTF-16 offset, for either half of a surrogate pair within [start, end). A
 * surrogate without its partner is encoded as U+FFFD, which is `Other`.
 */
export function characterClass(text: string, at: number, start: number, end: number): number {
  const code = text.charCodeAt(at);
  if ((code & 0xf800) === 0xd800) return surrogateClass(text, code, at, start, end);
  return classes[code] || classify(code);
}

/** UTF-16 length of the character at an offset. */
export function characterWidth(text: string, at: number, end: number): number {
  return isHigh(text.charCodeAt(at)) && at + 1 < end && isLow(text.charCodeAt(at + 1)) ? 2 : 1;
}

function surrogateClass(text: string, code: number, at: number, start: number, end: number): number {
  if (isHigh(code)) {
    if (at + 1 >= end || !isLow(text.charCodeAt(at + 1))) return CharacterClass.Other;
    const codePoint = text.codePointAt(at)!;
    return classes[codePoint] || classify(codePoint);
  }
  return at > start && isHigh(text.charCodeAt(at - 1))
    ? surrogateClass(text, text.charCodeAt(at - 1), at - 1, start, end)
    : CharacterClass.Other;
}

function classify(codePoint: number): number {
  const found = classOf(String.fromCodePoint(codePoint), codePoint);
  classes[codePoint] = found;
  return found;
}

function classOf(character: string, codePoint: number): number {
  if (codePoint === 10 || codePoint === 13) return CharacterClass.LineEnd;
  if (isAddedInUnicode17(codePoint)) return CharacterClass.Other;
  if (/\p{White_Space}/u.test(character)) return CharacterClass.Space;
  if (/\p{Ll}/u.test(character)) return CharacterClass.LetterLower;
  if (/[\p{Lu}\p{Lt}]/u.test(character)) return CharacterClass.LetterUpper;
  if (/\p{L}/u.test(character)) return CharacterClass.LetterUncased;
  if (/\p{N}/u.test(character)) return CharacterClass.Number;
  return /\p{M}/u.test(character) ? CharacterClass.Mark : CharacterClass.Other;
}

function isHigh(code: number): boolean {
  return (code & 0xfc00) === 0xd800;
}

function isLow(code: number): boolean {
  return (code & 0xfc00) === 0xdc00;
}
