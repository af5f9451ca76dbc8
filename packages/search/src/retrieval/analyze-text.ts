import { SHORT_ENGLISH_LIST } from '@topicmill/text/stop-words';
import {
  characterPairs,
  compoundParts,
  splitAtUnspaced,
  stemWord,
  UNSPACED,
  WORD_OR_LANGUAGE,
  withoutAccents,
} from '@topicmill/text/words';

/** Words that say nothing about a subject. Those of other languages are recognized by their frequency alone. */
const STOP_WORDS: ReadonlySet<string> = new Set(SHORT_ENGLISH_LIST);

/** Longer runs of letters and digits are data, such as hashes. In UTF-16 units. */
const MAX_WORD_LENGTH = 64;

const MAY_HAVE_PARTS = /[\p{Ll}\p{N}]\p{Lu}|\p{Lu}{2}\p{Ll}|\p{L}\p{N}|\p{N}\p{L}/u;

/** Names what an index makes of words: one made in another way is not read. */
export const ANALYSIS = 'words-4';

/** A word as it was written, with the terms that it is found by. */
export interface AnalyzedWord {
  readonly word: string;
  readonly terms: readonly string[];
}

/**
 * The terms of a text, in order, each as often as it occurs: lower-case stems of its words without English stop words.
 * Accents and the Arabic article make no difference. A compound name counts as a whole and by its parts (`JsonSerializer`: `jsonserializ`, `json`,
 * `serializer`); scripts without spaces count by pairs of neighbouring characters. A stop word in capitals is a name, such as
 * `WHO` and the `IN` of SQL, and stays as it is.
 */
export function analyzeText(text: string): string[] {
  const terms: string[] = [];
  for (const word of wordsOf(text)) for (const term of termsOfWord(word)) terms.push(term);
  return terms;
}

/** The words of a text as they are written, stop words included. The terms of a text are those of its words. */
export function wordsOf(text: string): readonly string[] {
  return text.normalize('NFKC').match(WORD_OR_LANGUAGE) ?? [];
}

/** The same word by word, for telling which words of a query were found. */
export function analyzeWords(text: string): AnalyzedWord[] {
  const words: AnalyzedWord[] = [];
  for (const word of wordsOf(text)) {
    const terms = termsOfWord(word);
    if (terms.length > 0) words.push({ word, terms });
  }
  return words;
}

/** Docs say the same words again and again. */
const known = new Map<string, readonly string[]>();
const MAX_KNOWN = 20_000;

/** The terms of one of the words that `wordsOf` returns. */
export function termsOfWord(word: string): readonly string[] {
  const before = known.get(word);
  if (before !== undefined) return before;
  const terms = newTermsOf(word);
  // A run without spaces has as many terms as characters, and hardly occurs twice.
  if (word.length > MAX_WORD_LENGTH) return terms;
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(word, terms);
  return terms;
}

/** The same, without keeping them: for callers that keep by themselves what they make of a word. */
export function newTermsOf(word: string): readonly string[] {
  const terms: string[] = [];
  pushTerms(word, terms);
  return terms;
}

function pushTerms(word: string, terms: string[]): void {
  if (!UNSPACED.test(word)) {
    pushSpaced(word, terms);
    return;
  }
  for (const [at, piece] of splitAtUnspaced(word).entries()) {
    if (at % 2 === 1) for (const pair of characterPairs(piece)) terms.push(pair);
    else if (piece !== '') pushSpaced(piece, terms);
  }
}

function pushSpaced(word: string, terms: string[]): void {
  if (word.length > MAX_WORD_LENGTH) return;
  if (isStopWordName(word)) terms.push(word);
  else pushTerm(word.toLowerCase(), terms);
  if (!MAY_HAVE_PARTS.test(word)) return;
  for (const part of compoundParts(word)) pushTerm(part, terms);
}

function pushTerm(word: string, terms: string[]): void {
  if (!STOP_WORDS.has(word)) terms.push(stemWord(withoutAccents(word)));
}

const CAPITALS = /^[A-Z]{2,}$/;

/** Whether a word, as it is written, is a stop word in capitals: it may be a name, or somebody raises their voice. */
export function isStopWordName(word: string): boolean {
  return CAPITALS.test(word) && STOP_WORDS.has(word.toLowerCase());
}

/** Whether a text has words, and none but stop words. */
export function hasStopWordsOnly(text: string): boolean {
  const words = wordsOf(text);
  return words.length > 0 && words.every((word) => STOP_WORDS.has(word.toLowerCase()));
}
