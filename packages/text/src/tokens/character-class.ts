/**
 * Letters, marks and numbers that Unicode 17 added, as first and last code point. tiktoken 1.0.22 knows Unicode 16, so
 * to it they are unassigned; an engine that knows them must not count differently from one that does not.
 */
const ADDED_RANGES: readonly (readonly [first: number, last: number])[] = [
  [0x088f, 0x088f],
  [0x0c5c, 0x0c5c],
  [0x0cdc, 0x0cdc],
  [0x1acf, 0x1add],
  [0x1ae0, 0x1aeb],
  [0xa7ce, 0xa7cf],
  [0xa7d2, 0xa7d2],
  [0xa7d4, 0xa7d4],
  [0xa7f1, 0xa7f1],
  [0x10940, 0x10959],
  [0x10ec5, 0x10ec7],
  [0x10efa, 0x10efb],
  [0x11b60, 0x11b67],
  [0x11db0, 0x11ddb],
  [0x11de0, 0x11de9],
  [0x16ea0, 0x16eb8],
  [0x16ebb, 0x16ed3],
  [0x16ff2, 0x16ff6],
  [0x187f8, 0x187ff],
  [0x18d09, 0x18d1e],
  [0x18d80, 0x18df2],
  [0x1e6c0, 0x1e6de],
  [0x1e6e0, 0x1e6f5],
  [0x1e6fe, 0x1e6ff],
  [0x2b73a, 0x2b73f],
  [0x2cea2, 0x2cead],
  [0x323b0, 0x33479],
];

function isAddedInUnicode17(codePoint: number): boolean {
  return ADDED_RANGES.some(([first, last]) => codePoint >= first && codePoint <= last);
}

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
