import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { bundledNearWords } from '@topicmill/embedding/static-embeddings/node';
import { MANIFEST_FILE, openSearchIndex, SEARCH_DIRECTORY, type SearchIndex } from '@topicmill/search/retrieval';
import { withThesaurus } from '@topicmill/search/thesaurus';
import type { QueryEmbedder, ServedSearch } from '@topicmill/serve/docs-server';
import { directoryLoader } from '../docs-source/directory-loader.js';
import type { BuiltIndex } from '../search-index/built-index.js';

/**
 * Searches as `topicmill query` does, in the index of this moment: that of what was built last, or the published one where
 * nothing else is kept.
 *
 * @param docsRoot folder that may contain `_search/`
 */
export function servedSearch(embedder: QueryEmbedder, built: BuiltIndex, docsRoot: string): ServedSearch {
  const published = publishedIndex(embedder, docsRoot);
  return async (query, options) => {
    const { topicCount, chunkCount, model, search } = (await built.current()) ?? (await published());
    const answer = await search(query, options);
    const usesVectors = answer.results.some(({ match }) => match.similarity !== undefined);
    return { ...answer, topicCount, chunkCount, model: usesVectors ? model : undefined };
  };
}

/** The published index, opened again when it has changed. */
function publishedIndex({ model, embed }: QueryEmbedder, docsRoot: string): () => Promise<SearchIndex> {
  const nearWords = withThesaurus(bundledNearWords());
  let known: { readonly key: string; readonly index: Promise<SearchIndex> } | undefined;
  return async () => {
    // Whoever opens it reports what is missing.
    const found = await stat(join(docsRoot, SEARCH_DIRECTORY, MANIFEST_FILE)).catch(() => undefined);
    const key = `${found?.mtimeMs}`;
    if (known?.key === key) return known.index;
    const index: Promise<SearchIndex> = openSearchIndex(
      directoryLoader(docsRoot),
      // Without a vector, search goes on with words and questions.
      async (query) => ((await index).model === model ? embed(query).catch(() => undefined) : undefined),
      nearWords,
    );
    known = { key, index };
    index.catch(() => {
      known = undefined;
    });
    return index;
  };
}
