import type { Editions } from '../search-index/editions.js';
import type { TopicTitles } from '../search-index/titles.js';
import type { WordTable } from '../search-index/word-table.js';
import { type PageSections, pageSections } from './page-sections.js';
import { type ComparableTitles, comparableTitles, matchTitles, type TitleMatches } from './title-matches.js';
import { titleWords } from './title-slips.js';

/** Titles of all pages, loaded once. */
export interface AllTitles {
  readonly topics: readonly TopicTitles[];
  /** Of topics, by id. */
  readonly numbers: ReadonlyMap<string, number>;
  readonly comparable: ComparableTitles;
  readonly sections: PageSections;
  /** How they match a query; kept until another one is asked for: a search asks more than once. */
  matches(query: string): TitleMatches;
  /** Made on first use. */
  words(): WordTable;
}

export function allTitlesOf(topics: readonly TopicTitles[], editions: Editions): AllTitles {
  const comparable = comparableTitles(topics);
  let words: WordTable | undefined;
  let last: { readonly query: string; readonly matches: TitleMatches } | undefined;
  return {
    topics,
    numbers: new Map(topics.map(({ id }, number) => [id, number])),
    comparable,
    sections: pageSections(topics, editions),
    matches(query) {
      if (last?.query !== query) last = { query, matches: matchTitles(comparable, query) };
      return last.matches;
    },
    words() {
      words ??= titleWords(comparable);
      return words;
    },
  };
}
