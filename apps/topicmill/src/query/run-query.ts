import { TopicmillError } from '@topicmill/base/diagnostics';
import { openEmbedder } from '@topicmill/embedding/llm-infrastructure';
import { bundledNearWords } from '@topicmill/embedding/static-embeddings/node';
import { folderPath } from '@topicmill/pipeline/runner';
import type { StoredIndex } from '@topicmill/pipeline/search-store';
import { type DocsConfig, openDocsConfig } from '@topicmill/pipeline/workspace';
import {
  type EmbedQuery,
  matchedWords,
  openDocs,
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
import { BuiltIndex } from '../search-index/built-index.js';
import type { Surroundings } from '../workspace/surroundings.js';
import { type QueryAnswer, sampleAnswer, searchAnswer } from './query-answer.js';
import { type QueryOptions, queryRequest } from './query-options.js';
import { placeOf } from './result-place.js';

/**
 * Answers `topicmill query`. What makes an index, takes samples or talks to servers is loaded only where it is needed: a
 * query starts often, and has little to do. Of the workspace, the configuration and the search index are read.
 *
 * @param query blank for a sample of a topic
 * @throws TopicmillError `INVALID_OPTION`, `DOCS_NOT_BUILT`, `TOPIC_UNKNOWN`, and what reading the docs throws
 */
export async function runQuery(query: string, options: QueryOptions, surroundings: Surroundings): Promise<QueryAnswer> {
  const { cwd, env, onWarning } = surroundings;
  const docs = await openDocsConfig(cwd, { env, embeddingModel: options.model, onWarning });
  const embedder = await openEmbedder(docs.config.embedding.model, { env });
  const request = queryRequest(query, options);
  const embed = queryEmbedder(embedder, options.mode, onWarning);
  const built = new BuiltIndex(docs, { ...surroundings, embed, nearWords: withThesaurus(bundledNearWords()) });
  try {
    const index = await built.current();
    if (index !== undefined) return await answerFrom(index, query, { options, request, docs, surroundings });
    const { queryPublished } = await import('./query-published.js');
    const published = openDocs(directoryLoader(folderPath(docs, '')), embed, withThesaurus(bundledNearWords()));
    return await queryPublished(query, options, published, surroundings);
  } finally {
    built.close();
  }
}

/** What is asked of a docs repository. */
interface Asked {
  readonly options: QueryOptions;
  readonly request: ReturnType<typeof queryRequest>;
  readonly docs: DocsConfig;
  readonly surroundings: Surroundings;
}

async function answerFrom(
  index: StoredIndex,
  query: string,
  { options, request, docs, surroundings }: Asked,
): Promise<QueryAnswer> {
  const { topic, kind, limit, sample } = request;
  refuseUnknownTopic(topic, index, docs);
  if (sample !== undefined && topic !== undefined) return takeSample(topic, sample, docs, index);
  const edition = { version: options.docsVersion, locale: options.locale };
  const search = (limitOfSearch: number): Promise<SearchResponse> =>
    index.search(query, { mode: options.mode, limit: limitOfSearch, topic, kind, ...edition });
  const { response, rerankedBy }: RerankedSearch =
    options.rerank === undefined
      ? { response: await search(limit) }
      : await (await import('../reranking/search-and-rerank.js')).searchAndRerank(
          { question: query, limit, docs: openDocs(directoryLoader(folderPath(docs, ''))), model: options.rerank },
          surroundings,
          search,
        );
  if (sample === undefined) {
    return searchAnswer(
      response,
      response.results.map((result) => resultOf(result, docs, index)),
      rerankedBy,
    );
  }
  const [best] = response.results;
  return best === undefined ? sampleAnswer(sample, []) : takeSample(best.topic, sample, docs, index);
}

async function takeSample(
  topic: string,
  sample: StripeRequest,
  docs: DocsConfig,
  index: StoredIndex,
): Promise<QueryAnswer> {
  const { sampleTopic } = await import('./sample-topic.js');
  return sampleTopic(topic, sample, docs, index);
}

function refuseUnknownTopic(topic: string | undefined, { ids }: StoredIndex, { config }: DocsConfig): void {
  if (topic === undefined || ids.includes(topic)) return;
  const below = ids.find((id) => id.startsWith(`${topic}/`));
  if (below === undefined) {
    throw new TopicmillError('INVALID_OPTION', `There is no topic "${topic}".`, {
      remedy: `Give the path of its folder below "${config.docsRoot}".`,
    });
  }
  throw new TopicmillError('INVALID_OPTION', `"${topic}" is a category.`, {
    remedy: `Name one of the topics below it, such as ${below}.`,
  });
}

function resultOf(result: SearchResult, docs: DocsConfig, index: StoredIndex): ResultJson {
  const { topic, path, match } = result;
  const source = index.sourceOf(topic) ?? '';
  return { ...resultJson(result), ...placeOf({ path, source, words: matchedWords(match) }, docs) };
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
