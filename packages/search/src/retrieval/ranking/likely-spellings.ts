import { lowerCase } from '@topicmill/text/words';
import type { IndexTables } from '../search-index/index-tables.js';
import type { NearWord, WordTable } from '../search-index/word-table.js';

/** Whether a word, in lower case, is one that people use: then it is spelt as it was meant. */
export type IsWord = (word: string) => boolean;

/** Misspelt words of a query, in lower case, with the words of titles that they were meant to be. */
export type TitleSlips = ReadonlyMap<string, string>;

/** Words that one misspelt word may stand for. */
const MAX_SPELLINGS = 2;
/** Shorter ones are abbreviations, mostly, which are one letter apart by chance. In UTF-16 units. */
const MIN_LENGTH = 4;
/** From this length on one wrong letter may be the first. */
const LONG_WORD = 8;

/** Words that carry sentences, beyond the stop words: nobody asks for them. */
const FUNCTION_WORDS: ReadonlySet<string> = new Set(
  `aren't can't cannot couldn't didn't does doesn't doing don't done during gave gets give goes gone hadn't hasn't haven't
having isn't its let'll may ours shall shouldn't theirs they'll thing things until upon wasn't we'll weren't whether
whom whose within without won't wouldn't yours`.split(/\s+/),
);

/** What is known of a query besides the word. */
export interface SpellingOptions {
  /** The whole query, as it was typed. */
  readonly query: string;
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
  { query, unfinished, isWord }: SpellingOptions,
): Promise<readonly NearWord[]> {
  const lower = lowerCase(word);
  if (isWord?.(lower) === true || isPartOfName(word, query)) return [];
  const nearIn = (table: WordTable): readonly NearWord[] => nearSpellings(lower, table, lower === unfinished);
  const some = await reader.wordsLike(lower);
  const likely = some === undefined ? [] : nearIn(some);
  // What begins otherwise, or has two mistakes, is looked for only then: all words are many.
  const near = likely.length > 0 && likely[0]!.distance <= 1 ? likely : nearIn(await reader.words());
  // The last request is the one that is hardly ever needed.
  return near.length === 0 || (await reader.meanings(lower)) !== undefined ? [] : near;
}

/**
 * The words of a table that a word may be a misspelling of. The first letter of a word is hardly ever wrong.
 *
 * @param word lower case
 * @param mayGoOn compare it with the beginnings of words, too
 */
export function nearSpellings(word: string, table: WordTable, mayGoOn: boolean): readonly NearWord[] {
  if (word.length < MIN_LENGTH || FUNCTION_WORDS.has(word)) return [];
  const isLikely = ({ spelling, distance }: NearWord): boolean =>
    !FUNCTION_WORDS.has(spelling) && (spelling[0] === word[0] || (distance === 1 && word.length >= LONG_WORD));
  const whole = table.nearest(word, false).filter(isLikely);
  const near = whole.length > 0 || !mayGoOn ? whole : table.nearest(word, true).filter(isLikely);
  return near.slice(0, MAX_SPELLINGS);
}

/** Whether a query has a word only within names: between dots and underscores, or in `--an-option`. */
function isPartOfName(word: string, query: string): boolean {
  const outside = query
    .normalize('NFKC')
    .replace(/--[\p{L}\p{N}][^\s]*|[\p{L}\p{M}\p{N}]+(?:[._]+[\p{L}\p{M}\p{N}-]+)+/gu, ' ');
  return !outside.includes(word);
}
