import type { Edition, Editions } from '../search-index/editions.js';
import type { TopicTitles } from '../search-index/titles.js';
import type { WordTable } from '../search-index/word-table.js';
import { type ComparableTitles, comparableTitles, matchTitles, type TitleMatches } from './title-matches.js';
import { titleWords } from './title-slips.js';

/** Titles of all pages, loaded once. */
export interface AllTitles {
  readonly topics: readonly TopicTitles[];
  /** Of topics, by id. */
  readonly topicNumbers: ReadonlyMap<string, number>;
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
    topicNumbers: new Map(topics.map(({ id }, number) => [id, number])),
    comparable,
    sections: pageSections(topics, editions),
    matches(query) {
      if (last?.query !== query) last = { query, matches: matchTitles(comparable, query) };
      return last.matches;
    },
    words() {
      words ??= titleWords(topics);
      return words;
    },
  };
}

/** The parts of the docs, by the folders that their pages are in. */
interface PageSections {
  /** First folders below those that versions, languages and the docs as a whole are in; sorted by code unit. */
  readonly names: readonly string[];
  /** Whether a topic is in a folder, which may be given from where the names begin or by its whole path. */
  has(topic: number, section: string): boolean;
}

function pageSections(topics: readonly TopicTitles[], editions: Pick<Editions, 'of'>): PageSections {
  const paths = topics.map(({ id }, topic) => pathInDocs(id, editions.of(topic)));
  const shared = sharedFolder(paths);
  const inShared = paths.map((path) => path.slice(shared.length));
  const names = inShared.flatMap((path) => (path.includes('/') ? [path.slice(0, path.indexOf('/'))] : []));
  return {
    names: [...new Set(names)].sort(),
    has: (topic, section) =>
      [topics[topic]!.id, paths[topic]!, inShared[topic]!].some(
        (path) => path === section || path.startsWith(`${section}/`),
      ),
  };
}

/** The folders that all pages are in, as in the docs of a site that are one of its roots; none if they are all that there is. */
function sharedFolder(paths: readonly string[]): string {
  let shared = '';
  for (;;) {
    const next = /^[^/]+\//.exec(`${paths[0] ?? ''}/`.slice(shared.length))?.[0];
    if (next === undefined) return shared;
    const folder = shared + next;
    const isShared = paths.every((path) => `${path}/`.startsWith(folder));
    if (!isShared || !paths.some((path) => path.slice(folder.length).includes('/'))) return shared;
    shared = folder;
  }
}

/** Path of a topic below the folder that has its version and language. */
function pathInDocs(id: string, edition: Edition | undefined): string {
  return edition !== undefined && id.startsWith(`${edition.root}/`) ? id.slice(edition.root.length + 1) : id;
}
