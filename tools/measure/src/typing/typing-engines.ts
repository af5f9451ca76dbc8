import { buildSearchIndex, memoryLoader, openInstantSearch, SEARCH_DIRECTORY } from '@topicmill/search/retrieval';
import MiniSearch from 'minisearch';
import type { Topic } from '../read-topics.js';
import { searchTopicOf } from '../search-topic.js';

/** Finds pages while somebody types. */
export interface TypingEngine {
  readonly name: string;
  /** Ids of pages, best first. */
  pages(query: string): Promise<readonly string[]>;
}

export async function ownEngine(topics: readonly Topic[]): Promise<TypingEngine> {
  const files = buildSearchIndex(topics.map((topic) => searchTopicOf(topic)));
  const published = new Map([...files].map(([name, bytes]) => [`${SEARCH_DIRECTORY}/${name}`, bytes]));
  const index = await openInstantSearch(memoryLoader(published));
  return { name: 'topicmill', pages: async (query) => (await index.search(query)).pages.map(({ id }) => id) };
}

/** As its documentation advises for search as people type: prefixes, and one letter in five wrong. */
export function miniSearchEngine(topics: readonly Topic[]): TypingEngine {
  const index = new MiniSearch({ fields: ['title', 'heading', 'text'], storeFields: ['topic'] });
  index.addAll(
    topics.flatMap(({ id, title, chunks, chunkTexts }) =>
      chunks.map((chunk, at) => ({ id: `${id}#${at}`, topic: id, title, heading: chunk.title, text: chunkTexts[at]! })),
    ),
  );
  return {
    name: 'MiniSearch, prefix and fuzzy',
    async pages(query) {
      const results = index.search(query, { prefix: true, fuzzy: 0.2, boost: { title: 4, heading: 2 } });
      return [...new Set(results.map((result) => result['topic'] as string))];
    },
  };
}
