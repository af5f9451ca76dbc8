import { lowerCase } from '@topicmill/text/words';
import { analyzeWords } from '../analyze-text.js';
import type { IndexTables } from '../search-index/index-tables.js';
import { nearSpellings } from '../search-index/near-spellings.js';
import type { TopicTitles } from '../search-index/titles.js';
import { keptWords, WordTable, writeWordTable } from '../search-index/word-table.js';
import type { TitleSlips } from './likely-spellings.js';
import { type TitleMatches, titleText } from './title-matches.js';

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
