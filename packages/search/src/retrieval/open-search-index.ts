import { checkLoader, checkSearch, SEARCH_OPTIONS } from './check-arguments.js';
import type { DocsLoader } from './docs-loader.js';
import { type EmbedQuery, type SearchOptions, type SearchResponse, searchIndex, type WordKnowledge } from './search.js';
import type { Editions } from './search-index/editions.js';
import { IndexReader } from './search-index/index-reader.js';

/** A published search index. What it needs is loaded when it is needed, and kept. */
export interface SearchIndex {
  readonly topicCount: number;
  readonly chunkCount: number;
  /** Exact name of the model whose vectors it contains. */
  readonly model: string | undefined;
  /** Versions and locales of its topics. */
  readonly editions: Editions;
  /** As `searchIndex`. */
  search(query: string, options?: SearchOptions): Promise<SearchResponse>;
}

/**
 * Opens the search index of a docs root. Two small files are loaded at once.
 *
 * @param embed turns queries into vectors of the index's model; without it, search goes by words and prompts
 * @param words what is known about words besides; left out, only those of the query count
 * @throws TopicmillError `INVALID_OPTION`, `SEARCH_INDEX_INVALID`, and what the loader throws
 */
export async function openSearchIndex(
  loader: DocsLoader,
  embed?: EmbedQuery,
  words?: WordKnowledge,
): Promise<SearchIndex> {
  checkLoader(loader);
  const reader = await IndexReader.open(loader);
  const { topicCount, chunkCount, vectors } = reader.manifest;
  return {
    topicCount,
    chunkCount,
    model: vectors?.model,
    editions: reader.editions,
    async search(query, options) {
      checkSearch(query, options, SEARCH_OPTIONS);
      return searchIndex(reader, query, options, { embed, words });
    },
  };
}
