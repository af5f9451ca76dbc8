import type { TopicTitles } from '../search-index/titles.js';
import type { WordTable } from '../search-index/word-table.js';
import { type ComparableTitles, comparableTitles } from './title-matches.js';
import { titleWords } from './title-slips.js';

/** Titles of all pages, loaded once. */
export interface AllTitles {
  readonly topics: readonly TopicTitles[];
  /** Of topics, by id. */
  readonly numbers: ReadonlyMap<string, number>;
  readonly comparable: ComparableTitles;
  /** Made when it is first asked for. */
  words(): WordTable;
}

export function allTitlesOf(topics: readonly TopicTitles[]): AllTitles {
  const comparable = comparableTitles(topics);
  let words: WordTable | undefined;
  return {
    topics,
    numbers: new Map(topics.map(({ id }, number) => [id, number])),
    comparable,
    words() {
      words ??= titleWords(comparable);
      return words;
    },
  };
}
