/** A word: a run of letters, digits and marks. */
export const WORD = /[\p{L}\p{N}\p{M}]+/gu;

/** The same with the signs of `C#`, `F#` and `C++`, which belong to what people quote and mark. */
export const WORD_WITH_SIGNS = /[\p{L}\p{N}\p{M}]+(?:#|\+\+)?/gu;

/** The same with these signs after a single ASCII letter alone: `notes#` is `notes`, as search terms have it. */
export const WORD_OR_LANGUAGE = /(?<![\p{L}\p{N}\p{M}])[A-Za-z](?:#|\+\+)(?![\p{L}\p{N}])|[\p{L}\p{N}\p{M}]+/gu;

/**
 * A run of a script without spaces between words, and of Korean, which joins particles to words: its terms are pairs of
 * neighbouring characters, as Lucene's CJK analyzer has them.
 */
export const UNSPACED =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/u;

const UNSPACED_PIECES = new RegExp(`(${UNSPACED.source})`, 'u');
const PART = /\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{N}+/gu;

/** The pieces of a word: those at odd places are unspaced runs; those at even places are not, and may be empty. */
export function splitAtUnspaced(word: string): string[] {
  return word.split(UNSPACED_PIECES);
}

/** The parts of a compound such as `JsonSerializer` or `utf16`, lower-case, without single characters; else none. */
export function compoundParts(word: string): string[] {
  const parts = word.match(PART) ?? [];
  return parts.length < 2 ? [] : parts.filter((part) => part.length > 1).map((part) => part.toLowerCase());
}

/** Each two neighbouring characters of a run, or its only one. */
export function characterPairs(run: string): string[] {
  const characters = Array.from(run);
  if (characters.length === 1) return characters;
  return characters.slice(1).map((character, at) => `${characters[at]}${character}`);
}
