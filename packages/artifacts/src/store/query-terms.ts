import { analyzeText } from '@topicmill/search/retrieval';
import { UNSPACED, WORD_WITH_SIGNS } from '@topicmill/text/words';

/** Most different terms of a query that are looked for; a pasted page needs no more to be found. */
const MOST_TERMS = 128;

/** A place where a text says something of the query. */
export interface TermMatch {
  readonly term: string;
  /** UTF-16 offsets into the text. */
  readonly start: number;
  readonly end: number;
}

/** The different terms of a query, in order. */
export function queryTerms(query: string): string[] {
  return [...new Set(analyzeText(query))].slice(0, MOST_TERMS);
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
