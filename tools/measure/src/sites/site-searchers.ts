import { miniSearchPeers } from '../answers/minisearch-peer.js';
import { pagefindPeer } from '../answers/pagefind-peer.js';
import type { Searcher } from '../answers/searcher.js';
import type { Pagefind } from '../peers.js';
import type { Topic } from '../read-topics.js';
import { type ChosenTopics, orderedByReaders } from './ordered-by-readers.js';
import { ALL_RESULTS, OWN_MODES, openIndex, ownIndex } from './own-index.js';
import type { SitePages } from './read-site-pages.js';

/** The searches of one site, and what ends them. */
export interface SiteSearchers {
  readonly searchers: readonly Searcher[];
  close(): void;
}

/**
 * Topicmill's search, MiniSearch over pages with stems and without stop words, and Pagefind over rendered pages if it is given.
 *
 * @param expansions questions by topic id that are added to the pages
 * @param chosen adds the search whose first pages readers put in order
 */
export async function siteSearchers(
  pages: SitePages,
  expansions: ReadonlyMap<string, readonly string[]>,
  pagefind: Pagefind | undefined,
  chosen?: ChosenTopics,
): Promise<SiteSearchers> {
  const whole = wholePages(pages, expansions);
  const mini = miniSearchPeers(whole).filter(({ family }) => family === 'MiniSearch, topics, no stop words');
  const peer = pagefind === undefined ? undefined : await pagefindPeer(pagefind, whole, { isRendered: true });
  const own = await ownSearchers(pages, expansions);
  return {
    searchers: [
      ...own,
      ...(chosen === undefined ? [] : [orderedByReaders(own[0]!, chosen)]),
      ...mini,
      ...(peer === undefined ? [] : [peer.searcher]),
    ],
    close: () => peer?.close(),
  };
}

async function ownSearchers(pages: SitePages, expansions: ReadonlyMap<string, readonly string[]>): Promise<Searcher[]> {
  const index = await openIndex(await ownIndex(pages, expansions));
  return OWN_MODES.map((mode) => ({
    name: `topicmill ${mode}`,
    family: `topicmill ${mode}`,
    async search(question) {
      const { results } = await index.search(question, { mode, limit: ALL_RESULTS });
      return { topics: [...new Set(results.map(({ topic }) => topic))] };
    },
  }));
}

/** Pages as engines take them that know no chunks, below their descriptions; what is added to a page is at its end. */
function wholePages({ topics, texts }: SitePages, expansions: ReadonlyMap<string, readonly string[]>): Topic[] {
  return topics.map(({ id, title, description }) => ({
    id,
    title,
    text: [description, texts.get(id)!, ...(expansions.get(id) ?? [])].join('\n'),
    chunks: [],
    chunkTexts: [],
    questions: [],
  }));
}
