import { lowerCase } from '@topicmill/text/words';
import { analyzeWords, wordsOf } from '../analyze-text.js';
import type { IndexTables } from '../search-index/index-tables.js';
import { nearSpellings } from '../search-index/near-spellings.js';
import type { TopicTitles } from '../search-index/titles.js';
import { keptWords, type NearWord, WordTable, writeWordTable } from '../search-index/word-table.js';
import { type TitleMatches, titleText } from './title-matches.js';

/** Whether a word, in lower case, is one that people use: then it is spelt as it was meant. */
export type IsWord = (word: string) => boolean;

/** Misspelt words of a query, in lower case, with the words of titles that they were meant to be. */
export type TitleSlips = ReadonlyMap<string, string>;

/** What is known of a query besides the word. */
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

/** Shorter words may well be other words than the one of a title. In UTF-16 units. */
const MIN_LENGTH = 7;

/** What is known of all titles. */
interface KnownTitles {
  matches(query: string): TitleMatches;
  words(): WordTable;
}

/** The words of titles, for finding those that are spelt nearly like another. */
export function titleWords(topics: readonly TopicTitles[]): WordTable {
  const counts = new Map<string, number>();
  for (const title of topics.flatMap((topic) => [topic, ...topic.chunks].map((each) => each.title))) {
    for (const word of titleText(title).match(/\p{L}[\p{L}\p{M}'-]*/gu) ?? [])
      counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return WordTable.read(writeWordTable(keptWords(Array.from(counts, ([spelling, count]) => ({ spelling, count })))));
}

/** The long words of a query that begins a title but for one mistake, if they are one mistake away from a word of a title. */
export function titleSlips(query: string, titles: KnownTitles): TitleSlips {
  const slips = new Map<string, string>();
  if (titles.matches(query).kind !== 'mistyped') return slips;
  const words = titles.words();
  for (const word of new Set(analyzeWords(query).map((each) => lowerCase(each.word)))) {
    if (word.length < MIN_LENGTH || words.hasBeginning(word)) continue;
    const [nearest] = nearSpellings(word, words, true);
    if (nearest !== undefined && nearest.distance <= 1) slips.set(word, nearest.spelling);
  }
  return slips;
}

/**
 * Those of them that the docs do not contain: what else they may mean need not be looked up then, which takes three
 * requests.
 */
export async function findTitleSlips(reader: IndexTables, query: string, titles: KnownTitles): Promise<TitleSlips> {
  const slips = new Map(titleSlips(query, titles));
  for (const word of [...slips.keys()]) {
    const known = (await reader.wordsLike(word)) ?? (await reader.words());
    if (known.hasBeginning(word)) slips.delete(word);
  }
  return slips;
}
