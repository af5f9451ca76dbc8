/** What a character is to the tokeniser. */
export const CharClass = {
  /** Not looked up yet. */
  Unknown: 0,
  /** Ends a run of words: punctuation, symbols, hiragana. */
  Break: 1,
  Space: 2,
  /** Letters, digits and marks of scripts that put spaces, or nothing we can tell, between words. */
  Word: 3,
  /** A character that is a part of its own. */
  Han: 4,
  Katakana: 5,
  /** Marks, which belong to the character before them. */
  Mark: 6,
  Hyphen: 7,
  Dot: 8,
  Apostrophe: 9,
  /** Emphasis: neither joins words nor parts them. */
  Emphasis: 10,
  /** May start markup that is not text: code, tags, entities, addresses, escapes. */
  Markup: 11,
} as const;

const CODE_POINTS = 0x110000;
const SPACE = /^\s$/;
const MARK = /^(?:\p{M}|\u00AD|\u200C|\u200D|\u2060)$/u;
const HAN = /^[\p{Script=Han}\u3005]$/u;
const HIRAGANA = /^\p{Script=Hiragana}$/u;
const KATAKANA = /^[\p{Script=Katakana}\u30FC]$/u;
const WORD = /^[\p{L}\p{N}]$/u;

const SPECIAL: readonly (readonly [string, number])[] = [
  ['-\u2010\u2011', CharClass.Hyphen],
  ['.', CharClass.Dot],
  ["'\u2019", CharClass.Apostrophe],
  ['*_~', CharClass.Emphasis],
  ['`<&\\[]/:', CharClass.Markup],
  ['\u200B', CharClass.Space],
];

/** Classes found so far, by code point: the properties of a character cost more than the rest of the tokeniser. */
const classes = new Uint8Array(CODE_POINTS);

/**
 * The `CharClass` of a code point. Letters, marks and scripts are those of the JavaScript engine's Unicode version, so
 * only characters newer than Unicode 15 can differ among the versions of Node that are supported.
 */
export function charClassOf(codePoint: number): number {
  const known = classes[codePoint]!;
  return known === CharClass.Unknown ? classify(codePoint) : known;
}

function classify(codePoint: number): number {
  const found = classOf(String.fromCodePoint(codePoint));
  classes[codePoint] = found;
  return found;
}

function classOf(character: string): number {
  for (const [characters, special] of SPECIAL) if (characters.includes(character)) return special;
  if (SPACE.test(character)) return CharClass.Space;
  if (HAN.test(character)) return CharClass.Han;
  if (KATAKANA.test(character)) return CharClass.Katakana;
  if (MARK.test(character)) return CharClass.Mark;
  if (HIRAGANA.test(character) || !WORD.test(character)) return CharClass.Break;
  return CharClass.Word;
}
