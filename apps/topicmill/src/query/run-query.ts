import { TopicmillError } from '@topicmill/base/diagnostics';
import { openEmbedder } from '@topicmill/embedding/llm-infrastructure';
import { bundledNearWords } from '@topicmill/embedding/static-embeddings/node';
import { folderPath } from '@topicmill/pipeline/runner';
import { type DocsLayout, openDocsLayout } from '@topicmill/pipeline/workspace';
import {
  type EmbedQuery,
  matchedWords,
  openDocs,
  openSearchIndex,
  type ResultJson,
  resultJson,
  type SearchMode,
  type SearchResponse,
  type SearchResult,
  type StripeRequest,
} from '@topicmill/search/retrieval';
import { withThesaurus } from '@topicmill/search/thesaurus';
import type { Embedder } from '@topicmill/text/embedder';
import { directoryLoader } from '../docs-source/directory-loader.js';
import type { RerankedSearch } from '../reranking/search-and-rerank.js';
import { findSearchIndex, removeSearchIndexes, type SearchIndexFolder } from '../search-index/find-search-index.js';
import type { Surroundings } from '../workspace/surroundings.js';
import { type QueryAnswer, sampleAnswer, searchAnswer } from './query-answer.js';
import { type QueryOptions, queryRequest } from './query-options.js';
import { placeOf } from './result-place.js';

/**
 * Answers `topicmill query`. What makes an index, takes samples or talks to servers is loaded only where it is needed: a
 * query starts often, and has little to do.
 *
 * @param query blank for a sample of a topic
 * @throws TopicmillError `INVALID_OPTION`, `TOPIC_UNKNOWN`, and what reading the docs throws
 */
export async function runQuery(query: string, options: QueryOptions, surroundings: Surroundings): Promise<QueryAnswer> {
  const { cwd, env, onWarning } = surroundings;
  const layout = await openDocsLayout(cwd, { env, embeddingModel: options.model, onWarning });
  const embedder = await openEmbedder(layout.config.embedding.model, { env });
  const { topic, kind, limit, sample } = queryRequest(query, options);
  refuseUnknownTopic(topic, layout);
  if (sample !== undefined && topic !== undefined) return takeSample(topic, sample, layout);
  const embed = queryEmbedder(embedder, options.mode, onWarning);
  const searchOnce = async (limitOfSearch: number): Promise<SearchResponse> => {
    const { directory, topicCount } =
      findSearchIndex(layout, embedder.model) ?? (await makeSearchIndex(surroundings, options.model));
    if (topicCount === 0) onWarning('No topic has been built yet; run: npx topicmill build');
    const index = await openSearchIndex(directoryLoader(directory), embed, withThesaurus(bundledNearWords()));
    const edition = { version: options.docsVersion, locale: options.locale };
    return index.search(query, { mode: options.mode, limit: limitOfSearch, topic, kind, ...edition });
  };
  const search = (limitOfSearch: number): Promise<SearchResponse> =>
    searchOnce(limitOfSearch).catch((thrown: unknown) => {
      if (!(thrown instanceof TopicmillError) || thrown.code !== 'SEARCH_INDEX_INVALID') throw thrown;
      removeSearchIndexes(layout.root);
      return searchOnce(limitOfSearch);
    });
  const { response, rerankedBy }: RerankedSearch =
    options.rerank === undefined
      ? { response: await search(limit) }
      : await (await import('../reranking/search-and-rerank.js')).searchAndRerank(
          { question: query, limit, docs: openDocs(directoryLoader(folderPath(layout, ''))), model: options.rerank },
          surroundings,
          search,
        );
  if (sample === undefined) {
    return searchAnswer(
      response,
      response.results.map((result) => resultOf(result, layout)),
      rerankedBy,
    );
  }
  const [best] = response.results;
  return best === undefined ? sampleAnswer(sample, []) : takeSample(best.topic, sample, layout);
}

async function makeSearchIndex(surroundings: Surroundings, model: string | undefined): Promise<SearchIndexFolder> {
  const { openSurroundingWorkspace } = await import('../workspace/surrounding-workspace.js');
  const { shownSearchIndex } = await import('../search-index/shown-search-index.js');
  return shownSearchIndex(openSurroundingWorkspace(surroundings, model), surroundings);
}

async function takeSample(topic: string, sample: StripeRequest, layout: DocsLayout): Promise<QueryAnswer> {
  const { sampleTopic } = await import('./sample-topic.js');
  return sampleTopic(topic, sample, layout);
}

function refuseUnknownTopic(topic: string | undefined, { tree, config }: DocsLayout): void {
  const refuse = (message: string, remedy: string): never => {
    throw new TopicmillError('INVALID_OPTION', message, { remedy });
  };
  const folder = topic === undefined ? undefined : tree.get(topic);
  if (folder !== undefined && !folder.isTopic) {
    refuse(`"${topic}" is a category.`, `Name one of the topics below it, such as ${folder.childIds[0]}.`);
  }
  if (topic !== undefined && folder === undefined) {
    refuse(`There is no topic "${topic}".`, `Give the path of its folder below "${config.docsRoot}".`);
  }
}

function resultOf(result: SearchResult, layout: DocsLayout): ResultJson {
  const { topic, path, match } = result;
  return { ...resultJson(result), ...placeOf({ topic, path, words: matchedWords(match) }, layout) };
}

/** A search by words goes on when the model of the vectors does not answer. */
function queryEmbedder(
  embedder: Pick<Embedder, 'embed'>,
  mode: SearchMode,
  onWarning: Surroundings['onWarning'],
): EmbedQuery | undefined {
  if (mode === 'bm25' || mode === 'prompts') return undefined;
  return async (query) => {
    try {
      return (await embedder.embed([query], { labels: ['query'] }))[0]!;
    } catch (thrown) {
      if (mode === 'vectors' || !(thrown instanceof TopicmillError)) throw thrown;
      onWarning(`${thrown.code}: ${thrown.message} Searched by words alone.`);
      return undefined;
    }
  };
}
