import { lowerCase } from '@topicmill/text/words';
import { wordsOf } from '../analyze-text.js';
import type { IndexTables } from '../search-index/index-tables.js';
import { nearSpellings } from '../search-index/near-spellings.js';
import type { NearWord, WordTable } from '../search-index/word-table.js';

/** Whether a word, in lower case, is one that people use: then it is spelt as it was meant. */
export type IsWord = (word: string) => boolean;

/** Misspelt words of a query, in lower case, with the words of titles that they were meant to be. */
export type TitleSlips = ReadonlyMap<string, string>;

/** What is known about a query besides the word. */
export interface SpellingOptions {
  /** The words of the query that are not only parts of names: see `wordsOutsideNames`. */
  readonly outsideNames: ReadonlySet<string>;
  /** The query's last word, in lower case, if it may go on. */
  readonly unfinished: string | undefined;
  /** Left out, words that the index does not know may be mistakes. */
  readonly isWord: IsWord | undefined;
}

/**
 * The words of the docs that a word, which the docs do not contain, was probably meant to be, the most frequent first. None
 * where it is likelier that the docs are silent: for words that people use and for parts of names such as `a.b` or `--a-b`.
 */
export async function likelySpellings(
  word: string,
  reader: IndexTables,
  { outsideNames, unfinished, isWord }: SpellingOptions,
): Promise<readonly NearWord[]> {
  const lower = lowerCase(word);
  if (isWord?.(lower) === true || !outsideNames.has(word)) return [];
  const nearIn = (table: WordTable): readonly NearWord[] => nearSpellings(lower, table, lower === unfinished);
  const some = await reader.wordsLike(lower);
  const likely = some === undefined ? [] : nearIn(some);
  // What begins otherwise, or has two mistakes, is looked for only then: all words are many.
  const near = likely.length > 0 && likely[0]!.distance <= 1 ? likely : nearIn(await reader.words());
  // The last request is the one that is hardly ever needed.
  return near.length === 0 || (await reader.isEverydayWord(lower)) ? [] : near;
}

/** What has dots or underscores inside, and `--an-option`. */
const NAME = /--[\p{L}\p{N}]\S*|(?<![\p{L}\p{M}\p{N}])[\p{L}\p{M}\p{N}]+(?:[._]+[\p{L}\p{M}\p{N}-]+)+/gu;

/** The words of a query, as they are written, that it has elsewhere than in names. */
export function wordsOutsideNames(query: string): ReadonlySet<string> {
  return new Set(wordsOf(query.normalize('NFKC').replace(NAME, ' ')));
}
