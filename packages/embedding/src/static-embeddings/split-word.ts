const MAY_SPLIT = /[a-z0-9][A-Z]|[A-Z]{2}[a-z]|[A-Za-z][0-9]|[0-9][A-Za-z]|[^\0-\x7f]/;
const PART = /\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{N}+/gu;
const UNSPACED =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/u;
const UNSPACED_PIECES = new RegExp(`(${UNSPACED.source})`, 'u');

/**
 * The lower-case terms of one run of letters, marks and digits: the run itself and, for `JsonSerializer` or `utf16`,
 * its parts of more than one character. Scripts that set no spaces between words (and Korean, which joins particles to
 * them) give each pair of neighbouring characters instead, as Lucene's CJK analyzer does.
 */
export function splitWord(word: string): string[] {
  if (!MAY_SPLIT.test(word)) return [word.toLowerCase()];
  if (!UNSPACED.test(word)) return wordAndParts(word);
  return word
    .split(UNSPACED_PIECES)
    .flatMap((piece, at) => (piece === '' ? [] : at % 2 === 1 ? characterPairs(piece) : wordAndParts(piece)));
}

function wordAndParts(word: string): string[] {
  const parts = word.match(PART) ?? [];
  const terms = [word.toLowerCase()];
  if (parts.length > 1) for (const part of parts) if (part.length > 1) terms.push(part.toLowerCase());
  return terms;
}

function characterPairs(run: string): string[] {
  const characters = Array.from(run);
  if (characters.length === 1) return characters;
  return characters.slice(1).map((character, at) => `${characters[at]}${character}`);
}
