import { TopicmillError } from '@topicmill/base/diagnostics';
import { analyzeText, isStopWordName, operatorTerms } from '@topicmill/search/retrieval/parts';
import { lowerCase, UNSPACED, WORD_WITH_SIGNS, withoutAccents } from '@topicmill/text/words';

/** Something that a text must contain to be found: words in a row, or a word that begins in a certain way. */
export interface RequiredText {
  readonly kind: 'phrase' | 'prefix';
  /** As in the query, without quotes and asterisk. */
  readonly text: string;
}

/** A parsed query. */
interface ParsedQuery {
  /** The query without quotes and asterisks, for terms and vector. */
  readonly plainText: string;
  readonly required: readonly RequiredText[];
}

const PHRASE = /["“„]([^"“”„]*)["”]/gu;
const PREFIX = /(?<![\p{L}\p{N}\p{M}])([\p{L}\p{N}][\p{L}\p{N}\p{M}]+)\*(?![\p{L}\p{N}])/gu;
/** In UTF-16 units; no pattern can be made of texts that are much longer. */
const MAX_REQUIRED = 1000;
/** What stemming may put in place of a word's end. */
const STEM_ENDS = ['', 'e', 'i', 'l'];

/** Most different terms of a query that are looked for; a pasted page needs no more to be found. */
const MAX_TERMS = 128;

/** Takes a query apart: what is in quotes is a phrase, a word followed by an asterisk is a prefix. */
export function parseQuery(query: string): ParsedQuery {
  const phrases = Array.from(query.matchAll(PHRASE), ([, text]) => text!).filter(
    (text) => text.match(WORD_WITH_SIGNS) !== null,
  );
  const unquoted = query.replace(PHRASE, ' ');
  const prefixes = Array.from(unquoted.matchAll(PREFIX), ([, text]) => text!);
  return {
    plainText: query.replace(PHRASE, ' $1 ').replace(PREFIX, '$1'),
    required: [
      ...phrases.map((text) => ({ kind: 'phrase', text: text.trim() }) as const),
      ...prefixes.map((text) => ({ kind: 'prefix', text }) as const),
    ],
  };
}

/**
 * Terms that narrow down where a required text can be: `inRow` must follow one another, or one of `anyOf` must be
 * there, or a term that begins with `beginning`. All are empty when words say nothing about it.
 */
export interface Narrowing {
  readonly inRow: readonly string[];
  readonly anyOf: readonly string[];
  readonly beginning: string | undefined;
}

/** Terms that any text with the required one has: stems, so that they match more than the required text. */
export function narrowingTerms({ kind, text }: RequiredText): Narrowing {
  const terms = analyzeText(text).filter((term) => !isStopWordName(term));
  if (kind === 'phrase') return { inRow: terms, anyOf: [], beginning: undefined };
  const beginning = withoutAccents(lowerCase(text));
  const characters = Array.from(beginning);
  const shorter = characters.flatMap((_, at) => {
    const stem = characters.slice(0, at + 1).join('');
    return STEM_ENDS.map((end) => stem + end);
  });
  return { inRow: [], anyOf: [...new Set([...shorter.slice(STEM_ENDS.length), ...terms])], beginning };
}

/**
 * A test whether a text contains all that is required, whatever case and accents; a phrase may run across line ends.
 *
 * @throws TopicmillError `INVALID_OPTION` for a text of over 1,000 characters
 */
export function requiredTest(required: readonly RequiredText[]): (text: string) => boolean {
  const patterns = required.map(requiredPattern);
  return (text) => {
    const normalized = withoutAccents(lowerCase(text));
    return patterns.every((pattern) => pattern.test(normalized));
  };
}

function requiredPattern({ kind, text }: RequiredText): RegExp {
  if (text.length > MAX_REQUIRED)
    throw new TopicmillError('INVALID_OPTION', `A phrase of the query has more than ${MAX_REQUIRED} characters.`, {
      remedy: 'Remove the quotation marks, or shorten the phrase.',
    });
  const words = withoutAccents(lowerCase(text)).match(WORD_WITH_SIGNS)!;
  const source = words.map((word) => word.replaceAll('+', '\\+')).join('[^\\p{L}\\p{N}\\p{M}]+');
  const start = UNSPACED.test(words[0]!) ? '' : '(?<![\\p{L}\\p{N}\\p{M}])';
  const end = kind === 'prefix' || UNSPACED.test(words.at(-1)!) ? '' : '(?![\\p{L}\\p{N}\\p{M}])';
  return new RegExp(start + source + end, 'iu');
}

/** A place where a text says something of the query. */
export interface TermMatch {
  readonly term: string;
  /** UTF-16 offsets into the text. */
  readonly start: number;
  readonly end: number;
}

/** The different terms of a query, in order. */
export function queryTerms(query: string): string[] {
  return [...new Set([...analyzeText(query), ...operatorTerms(query)])].slice(0, MAX_TERMS);
}

/** Where the terms are in a text, in order. */
export function findTerms(text: string, terms: ReadonlySet<string>): TermMatch[] {
  const matches: TermMatch[] = [];
  if (terms.size === 0) return matches;
  for (const word of text.matchAll(WORD_WITH_SIGNS)) {
    if (UNSPACED.test(word[0])) findPairs(word[0], word.index, terms, matches);
    else pushMatch(word[0], word.index, terms, matches);
  }
  return matches;
}

function findPairs(run: string, start: number, terms: ReadonlySet<string>, matches: TermMatch[]): void {
  let before = '';
  let at = start;
  for (const character of run) {
    pushMatch(before + character, at - before.length, terms, matches);
    before = character;
    at += character.length;
  }
}

function pushMatch(word: string, start: number, terms: ReadonlySet<string>, matches: TermMatch[]): void {
  const term = analyzeText(word).find((found) => terms.has(found));
  if (term !== undefined) matches.push({ term, start, end: start + word.length });
}

/** Those words of a query none of whose terms is known, each once. */
export function wordsWithoutTerms(
  words: readonly { readonly word: string; readonly terms: readonly string[] }[],
  isKnown: (term: string) => boolean,
): string[] {
  const missing = words.filter(({ terms }) => !terms.some(isKnown));
  return [...new Set(missing.map(({ word }) => word))];
}
