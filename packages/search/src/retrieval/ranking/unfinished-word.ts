import { analyzeText } from '../analyze-text.js';
import type { IndexTables } from '../search-index/index-tables.js';
import type { TermPostings } from '../search-index/postings.js';

/** Too many shorter beginnings are those of stop words. In UTF-16 units. */
const MIN_STOP_WORD_PREFIX = 2;

/** Postings of all words that begin with some letters, as those of one. */
export type Completions = (prefix: string) => Promise<{ readonly postings: TermPostings } | undefined>;

/** The last word of a query, in lower case, unless something was typed after it. */
export function unfinishedWord(query: string): string | undefined {
  const word = /[\p{L}\p{N}][\p{L}\p{M}\p{N}_'-]*$/u.exec(query.normalize('NFKC'))?.[0].toLowerCase();
  return word !== undefined && (word.length >= MIN_STOP_WORD_PREFIX || analyzeText(word).length > 0) ? word : undefined;
}

interface Completion {
  readonly prefix: string;
  readonly postings: TermPostings;
}

/** The words that an unfinished one may become: by its letters, or by its stem if that is a word: `queries` is found by `query`, `headiing` is not by `headi`. */
export async function completionsOf(
  word: string,
  reader: IndexTables,
  completions: Completions,
): Promise<Completion | undefined> {
  for (const prefix of new Set([word, ...analyzeText(word)])) {
    if (prefix !== word && (await reader.postings(prefix)) === undefined) continue;
    const found = await completions(prefix);
    if (found !== undefined) return { prefix, postings: found.postings };
  }
  return undefined;
}
