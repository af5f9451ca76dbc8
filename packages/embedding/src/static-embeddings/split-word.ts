import { characterPairs, compoundParts, splitAtUnspaced, UNSPACED } from '@topicmill/text/words';

const MAY_SPLIT = /[a-z0-9][A-Z]|[A-Z]{2}[a-z]|[A-Za-z][0-9]|[0-9][A-Za-z]|[^\0-\x7f]/;

/**
 * The lower-case terms of one run of letters, marks and digits: the run itself and, for `JsonSerializer` or `utf16`,
 * its parts of more than one character. Scripts that set no spaces between words (and Korean, which joins particles to
 * them) give each pair of neighbouring characters instead, as Lucene's CJK analyzer does.
 */
export function splitWord(word: string): string[] {
  if (!MAY_SPLIT.test(word)) return [word.toLowerCase()];
  if (!UNSPACED.test(word)) return wordAndParts(word);
  return splitAtUnspaced(word).flatMap((piece, at) =>
    piece === '' ? [] : at % 2 === 1 ? characterPairs(piece) : wordAndParts(piece),
  );
}

function wordAndParts(word: string): string[] {
  return [word.toLowerCase(), ...compoundParts(word)];
}
