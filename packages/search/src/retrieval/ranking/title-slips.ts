import { lowerCase } from '@topicmill/text/words';
import { analyzeWords } from '../analyze-text.js';
import type { IndexTables } from '../search-index/index-tables.js';
import { keptWords, WordTable, writeWordTable } from '../search-index/word-table.js';
import { nearSpellings, type TitleSlips } from './likely-spellings.js';
import { type ComparableTitles, isMistypedTitle } from './title-matches.js';

/** Shorter words may well be other words than the one of a title. In UTF-16 units. */
const MIN_LENGTH = 7;

/** The words of titles, for finding those that are spelt nearly like another. */
export function titleWords({ pages, sections }: ComparableTitles): WordTable {
  const counts = new Map<string, number>();
  for (const title of [...pages, ...sections]) {
    for (const word of title.match(/\p{L}[\p{L}\p{M}'-]*/gu) ?? []) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return WordTable.read(writeWordTable(keptWords(Array.from(counts, ([spelling, count]) => ({ spelling, count })))));
}

/**
 * The long words of a query that are one mistake away from a word of a title, if the whole query is so of a title, and the
 * docs do not contain them: what else they may mean need not be looked up then, which takes three requests.
 *
 * @param words makes the table of the words of titles
 */
export async function findTitleSlips(
  reader: IndexTables,
  query: string,
  titles: ComparableTitles,
  words: () => WordTable,
): Promise<TitleSlips> {
  const slips = new Map<string, string>();
  if (!isMistypedTitle(titles, query)) return slips;
  const asked = new Set(analyzeWords(query).map(({ word }) => lowerCase(word)));
  for (const word of asked) {
    if (word.length < MIN_LENGTH || words().hasBeginning(word)) continue;
    const [nearest] = nearSpellings(word, words(), true);
    if (nearest === undefined || nearest.distance > 1) continue;
    const known = (await reader.wordsLike(word)) ?? (await reader.words());
    if (!known.hasBeginning(word)) slips.set(word, nearest.spelling);
  }
  return slips;
}
