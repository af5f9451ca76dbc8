import { embedText } from '@topicmill/embedding/static-embeddings';
import { bundledNearWords, bundledWordVectors } from '@topicmill/embedding/static-embeddings/node';
import { indexFiles } from '@topicmill/pipeline/gate';
import { CANDIDATE_PAGES } from '@topicmill/search/reranking';
import { memoryLoader, openSearchIndex, type SearchIndex } from '@topicmill/search/retrieval';
import { withThesaurus } from '@topicmill/search/thesaurus';
import { miniSearchPeers } from '../answers/minisearch-peer.js';
import { pagefindPeer } from '../answers/pagefind-peer.js';
import type { Searcher } from '../answers/searcher.js';
import type { Pagefind } from '../peers.js';
import type { Topic } from '../read-topics.js';
import type { SitePages } from './read-site-pages.js';

/** As many results as there can be, so that every page found has a place. */
const ALL_RESULTS = 100_000;

/** Topicmill's own search in the modes that are compared. */
const OWN_MODES = ['hybrid', 'bm25'] as const;

/** The files of the search index of a site, with the questions of its pages. */
export function ownIndex(
  { config, topics }: SitePages,
  expansions: ReadonlyMap<string, readonly string[]>,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const expanded = topics.map((topic) => ({
    ...topic,
    questions: (expansions.get(topic.id) ?? []).map((text) => ({ text, answer: '' })),
  }));
  const vectors = bundledWordVectors();
  const services = {
    model: 'builtin',
    embed: async ({ texts }: { readonly texts: readonly string[] }) => ({
      vectors: texts.map((text) => embedText(vectors, text)),
      refused: new Map(),
      embeddedCount: texts.length,
    }),
    findVectors: () => new Map<string, Float32Array>(),
  };
  return indexFiles(expanded, config, services);
}

/** Opens it, with the built-in vectors for queries. */
function openIndex(files: ReadonlyMap<string, Uint8Array>): Promise<SearchIndex> {
  const vectors = bundledWordVectors();
  return openSearchIndex(
    memoryLoader(files),
    async (query) => embedText(vectors, query),
    withThesaurus(bundledNearWords()),
  );
}

/** The searches of one site, and what ends them. */
interface SiteSearchers {
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
  const mini = miniSearchPeers(whole);
  const peer = pagefind === undefined ? undefined : await pagefindPeer(pagefind, whole);
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

/** What readers chose by question, as ids of topics. */
type ChosenTopics = (question: string) => readonly string[];

/** A search whose first pages are in the order that readers gave them; pages that they did not name keep theirs. */
export function orderedByReaders(searcher: Searcher, chosen: ChosenTopics): Searcher {
  return {
    ...searcher,
    name: `${searcher.name}, ordered by readers`,
    async search(question) {
      const { topics } = await searcher.search(question);
      const shown = new Set(topics.slice(0, CANDIDATE_PAGES));
      return { topics: [...new Set([...chosen(question).filter((id) => shown.has(id)), ...topics])] };
    },
  };
}
