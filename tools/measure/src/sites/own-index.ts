import { embedText } from '@topicmill/embedding/static-embeddings';
import { bundledNearWords, bundledWordVectors } from '@topicmill/embedding/static-embeddings/node';
import { indexFiles } from '@topicmill/pipeline/gate';
import { memoryLoader, openSearchIndex, type SearchIndex } from '@topicmill/search/retrieval';
import { withThesaurus } from '@topicmill/search/thesaurus';
import type { SitePages } from './read-site-pages.js';

/** As many results as there can be, so that every page found has a place. */
export const ALL_RESULTS = 100_000;

/** Topicmill's own search in the modes that are compared. */
export const OWN_MODES = ['hybrid', 'bm25'] as const;

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
      embeddedCount: texts.length,
    }),
  };
  return indexFiles(expanded, config, services);
}

/** Opens it, with the built-in vectors for queries. */
export function openIndex(files: ReadonlyMap<string, Uint8Array>): Promise<SearchIndex> {
  const vectors = bundledWordVectors();
  return openSearchIndex(
    memoryLoader(files),
    async (query) => embedText(vectors, query),
    withThesaurus(bundledNearWords()),
  );
}
