import type { AnalyzedWord } from '../analyze-text.js';
import { isNumber } from '../term-pairs.js';
import { MAX_NUMBER_LENGTH } from '../whole-numbers.js';

/**
 * What each word of a query counts: 1, or of a number with dots that the docs have as a whole, its share of the number. It is one
 * thing that is asked for: were each of its parts a word of its own, texts that repeat these would come before the one that has
 * the number.
 *
 * @param words of the query, in order
 * @param numbers of the query that the docs have
 */
export function numberShares(words: readonly Pick<AnalyzedWord, 'word'>[], numbers: ReadonlySet<string>): number[] {
  const shares = words.map(() => 1);
  if (numbers.size === 0) return shares;
  for (const [first, { word }] of words.entries()) {
    // The first part may have the `v` of a version.
    let number = word.replace(/^v(?=\p{N})/iu, '');
    for (let next = first + 1; next < words.length && isNumber(words[next]!.word); next++) {
      number += `.${words[next]!.word}`;
      if (number.length > MAX_NUMBER_LENGTH) break;
      const count = next + 1 - first;
      if (numbers.has(number)) for (let at = first; at <= next; at++) shares[at] = Math.min(shares[at]!, 1 / count);
    }
  }
  return shares;
}
