import { lowerCase, UNSPACED } from '@topicmill/text/words';
import { termsOfWord, wordsOf } from '../analyze-text.js';
import { SpellingDistances } from '../search-index/spelling-distances.js';

/** The shorter of two wordings has at least this share of the words of the longer one: search words of a question do. */
const LEAST_SHARE = 0.75;
/** Shorter words are other words when they differ. In UTF-16 units. */
const MIN_MISSPELT = 3;
const HAS_DIGIT = /\p{N}/u;

/**
 * Whether two texts are one question in two wordings: all words of one that say something are in the other, which has few
 * more. Order, case and stop words make no difference, nor does one typing error in a word. Numbers must be the same.
 */
export function isSameWording(one: string, other: string): boolean {
  const [first, second] = [wordingOf(one), wordingOf(other)];
  const [a, b] = [saidOnlyIn(first, second), saidOnlyIn(second, first)];
  const [fewer, more] = a.length <= b.length ? [a, b] : [b, a];
  if (fewer.length === 0 || fewer.length < LEAST_SHARE * more.length) return false;
  return fewer.every((word) => more.some((each) => isSameWord(word, each)));
}

interface Wording {
  readonly said: readonly string[];
  readonly stopWords: readonly string[];
}

/** The different words of a text; scripts without spaces by pairs of characters. */
function wordingOf(text: string): Wording {
  const said: string[] = [];
  const stopWords: string[] = [];
  for (const word of wordsOf(text)) {
    const terms = termsOfWord(word);
    if (terms.length === 0) stopWords.push(lowerCase(word));
    else if (UNSPACED.test(word)) said.push(...terms);
    else said.push(lowerCase(word));
  }
  return { said: [...new Set(said)], stopWords: [...new Set(stopWords)] };
}

/** Without misspelt stop words, which say nothing either. */
function saidOnlyIn({ said }: Wording, { stopWords }: Wording): string[] {
  return said.filter((word) => !stopWords.some((stop) => isSameWord(word, stop)));
}

function isSameWord(one: string, other: string): boolean {
  return one === other || stemOf(one) === stemOf(other) || isMisspelt(one, other);
}

function stemOf(word: string): string {
  return termsOfWord(word)[0] ?? word;
}

function isMisspelt(one: string, other: string): boolean {
  const longer = Math.max(one.length, other.length);
  if (longer < MIN_MISSPELT || longer - Math.min(one.length, other.length) > 1) return false;
  if (HAS_DIGIT.test(one) || HAS_DIGIT.test(other)) return false;
  return new SpellingDistances(one, longer).distanceTo(other, 0, 1, false) <= 1;
}
