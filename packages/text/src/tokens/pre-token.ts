import { CharacterClass, characterClass, characterWidth } from './character-class.js';

/**
 * Offset after the pre-token that starts at `at`, in the text from `start` to `end`; tokens never cross its ends.
 * Offsets are UTF-16.
 */
export type PreTokenEnd = (text: string, at: number, start: number, end: number) => number;

const SPACE = 32;
const APOSTROPHE = 39;
const SLASH = 47;
const MAX_DIGITS = 3;
const NO_MATCH = -1;

const { LineEnd, Space, Number: Digit, Mark, LetterLower, LetterUpper, LetterUncased } = CharacterClass;

/**
 * `cl100k_base` of tiktoken 1.0.22:
 * `(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+`
 */
export const cl100kPreTokenEnd: PreTokenEnd = (text, at, start, end) => {
  if (text.charCodeAt(at) === APOSTROPHE) {
    const contraction = contractionEnd(text, at, end);
    if (contraction > at) return contraction;
  }
  const first = characterClass(text, at, start, end);
  const letters = at + prefixWidth(text, at, end, first);
  const lettersEnd = skipLetters(text, letters, start, end);
  if (lettersEnd > letters) return lettersEnd;
  const other = first === Digit ? digitsEnd(text, at, start, end) : otherEnd(text, at, start, end, false);
  return other === NO_MATCH ? spaceEnd(text, at, start, end) : other;
};

/**
 * `o200k_base` of tiktoken 1.0.22, with `U` for `[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]`, `L` for
 * `[\p{Ll}\p{Lm}\p{Lo}\p{M}]`, `C` for the contractions above:
 * `[^\r\n\p{L}\p{N}]?U*L+C?|[^\r\n\p{L}\p{N}]?U+L*C?|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+`
 */
export const o200kPreTokenEnd: PreTokenEnd = (text, at, start, end) => {
  const first = characterClass(text, at, start, end);
  const letters = at + prefixWidth(text, at, end, first);
  let wordEnd = endOnLower(text, letters, start, end);
  if (wordEnd === NO_MATCH && letters > at) wordEnd = endOnLower(text, at, start, end);
  if (wordEnd === NO_MATCH) wordEnd = endOnUpper(text, letters, start, end);
  if (wordEnd === NO_MATCH && letters > at) wordEnd = endOnUpper(text, at, start, end);
  if (wordEnd !== NO_MATCH) return contractionEnd(text, wordEnd, end);
  const other = first === Digit ? digitsEnd(text, at, start, end) : otherEnd(text, at, start, end, true);
  return other === NO_MATCH ? spaceEnd(text, at, start, end) : other;
};

/** Width of the character that may precede letters: neither a line end, nor a letter, nor a number. */
function prefixWidth(text: string, at: number, end: number, first: number): number {
  return first >= LetterLower || first === Digit || first === LineEnd ? 0 : characterWidth(text, at, end);
}

function skipLetters(text: string, at: number, start: number, end: number): number {
  let offset = at;
  while (offset < end && characterClass(text, offset, start, end) >= LetterLower) offset++;
  return offset;
}

/** End of `U*L+` at `at`. */
function endOnLower(text: string, at: number, start: number, end: number): number {
  let offset = at;
  let lastLower = NO_MATCH;
  for (; offset < end; offset++) {
    const found = characterClass(text, offset, start, end);
    if (found !== LetterUpper && found !== LetterUncased && found !== Mark) break;
    if (found !== LetterUpper) lastLower = offset;
  }
  const lowerEnd = skipLower(text, offset, start, end);
  if (lowerEnd > offset) return lowerEnd;
  return lastLower === NO_MATCH ? NO_MATCH : lastLower + 1;
}

/** End of `U+L*` at `at`, where `U*L+` does not match. */
function endOnUpper(text: string, at: number, start: number, end: number): number {
  let offset = at;
  while (offset < end && characterClass(text, offset, start, end) === LetterUpper) offset++;
  return offset === at ? NO_MATCH : offset;
}

function skipLower(text: string, at: number, start: number, end: number): number {
  let offset = at;
  for (; offset < end; offset++) {
    const found = characterClass(text, offset, start, end);
    if (found !== LetterLower && found !== LetterUncased && found !== Mark) break;
  }
  return offset;
}

function digitsEnd(text: string, at: number, start: number, end: number): number {
  let offset = at;
  for (let count = 0; count < MAX_DIGITS && offset < end; count++) {
    if (characterClass(text, offset, start, end) !== Digit) break;
    offset += characterWidth(text, offset, end);
  }
  return offset;
}

/** End of ` ?[^\s\p{L}\p{N}]+[\r\n]*` at `at`. */
function otherEnd(text: string, at: number, start: number, end: number, takesSlash: boolean): number {
  const first = text.charCodeAt(at) === SPACE ? at + 1 : at;
  let offset = first;
  for (; offset < end; offset++) {
    const found = characterClass(text, offset, start, end);
    if (found < CharacterClass.Other || found > Mark) break;
  }
  if (offset === first) return NO_MATCH;
  for (; offset < end; offset++) {
    const code = text.charCodeAt(offset);
    if (code !== 10 && code !== 13 && !(takesSlash && code === SLASH)) break;
  }
  return offset;
}

/** End of `\s*[\r\n]+|\s+(?!\S)|\s+` at white space. */
function spaceEnd(text: string, at: number, start: number, end: number): number {
  let offset = at;
  let lineEnd = NO_MATCH;
  for (; offset < end; offset++) {
    const found = characterClass(text, offset, start, end);
    if (found > Space) break;
    if (found === LineEnd) lineEnd = offset + 1;
  }
  if (lineEnd !== NO_MATCH) return lineEnd;
  return offset === end || offset === at + 1 ? offset : offset - 1;
}

/** End of a contraction (`'s`, `'LL`) at `at`; `at` when there is none. `ſ` equals `s` where case does not count. */
function contractionEnd(text: string, at: number, end: number): number {
  if (at + 1 >= end || text.charCodeAt(at) !== APOSTROPHE) return at;
  const first = text[at + 1]!.toLowerCase();
  if ('stmd\u017f'.includes(first)) return at + 2;
  if (at + 2 >= end) return at;
  const pair = first + text[at + 2]!.toLowerCase();
  return pair === 're' || pair === 've' || pair === 'll' ? at + 3 : at;
}
