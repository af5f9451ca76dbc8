import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { bundledNearWords } from '@topicmill/embedding/static-embeddings/node';
import { MANIFEST_FILE, openSearchIndex, SEARCH_DIRECTORY, type SearchIndex } from '@topicmill/search/retrieval';
import { withThesaurus } from '@topicmill/search/thesaurus';
import type { QueryEmbedder, ServedSearch } from '@topicmill/serve/docs-server';
import { directoryLoader } from '../docs-source/directory-loader.js';

/**
 * Searches as `topicmill query` does, in the index of this moment.
 *
 * @param directory of the folder that contains `_search/`
 */
export function servedSearch({ model, embed }: QueryEmbedder, directory: () => Promise<string>): ServedSearch {
  const nearWords = withThesaurus(bundledNearWords());
  let known: { readonly key: string; readonly index: Promise<SearchIndex> } | undefined;
  const currentIndex = async (): Promise<SearchIndex> => {
    const folder = await directory();
    // Whoever opens it reports what is missing.
    const found = await stat(join(folder, SEARCH_DIRECTORY, MANIFEST_FILE)).catch(() => undefined);
    const key = `${found?.mtimeMs} ${folder}`;
    if (known?.key === key) return known.index;
    const index: Promise<SearchIndex> = openSearchIndex(
      directoryLoader(folder),
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
  return async (query, options) => {
    const { topicCount, chunkCount, search, ...index } = await currentIndex();
    const answer = await search(query, options);
    const usesVectors = answer.results.some(({ match }) => match.similarity !== undefined);
    return { ...answer, topicCount, chunkCount, model: usesVectors ? index.model : undefined };
  };
}
