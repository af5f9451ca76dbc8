import { folderPath } from '@topicmill/pipeline/runner';
import type { DocsConfig } from '@topicmill/pipeline/workspace';
import {
  type Docs,
  type EmbedQuery,
  MissingChunks,
  matchedWords,
  openDocs,
  type ResultJson,
  resultJson,
  type SearchResponse,
  type StripeRequest,
  type WordKnowledge,
} from '@topicmill/search/retrieval';
import { topicHref } from '@topicmill/topics/formats';
import { pathIn } from '@topicmill/topics/formats/file-names';
import { directoryLoader } from '../docs-source/directory-loader.js';
import { type RerankedSearch, searchAndRerank } from '../reranking/search-and-rerank.js';
import type { Surroundings } from '../workspace/surroundings.js';
import { explainResults } from './explain-results.js';
import { passageOf, type QueryAnswer, sampleAnswer, sampledChunk, searchAnswer } from './query-answer.js';
import { type QueryOptions, queryRequest } from './query-options.js';

/** The docs that a repository has built, as files. */
export function openBuiltDocs(docs: DocsConfig, embed?: EmbedQuery, words?: WordKnowledge): Docs {
  return openDocs(directoryLoader(folderPath(docs, '')), embed, words);
}

/**
 * Answers `topicmill query --from`: as `runQuery`, of docs that were published.
 *
 * @throws TopicmillError `INVALID_OPTION`, `TOPIC_UNKNOWN`, and what reading the docs throws
 */
export async function queryPublished(
  query: string,
  options: QueryOptions,
  docs: Docs,
  surroundings: Surroundings,
): Promise<QueryAnswer> {
  const { topic, kind, limit, sample } = queryRequest(query, options);
  if (sample !== undefined && topic !== undefined) return takeStripe(topic, sample, docs);
  const edition = { version: options.docsVersion, locale: options.locale };
  const search = (limitOfSearch: number, mode = options.mode): Promise<SearchResponse> =>
    docs.search(query, { mode, limit: limitOfSearch, topic, kind, ...edition });
  const { response, rerankedBy }: RerankedSearch =
    options.rerank === undefined
      ? { response: await search(limit) }
      : await searchAndRerank({ question: query, limit, docs, model: options.rerank }, surroundings, search);
  if (sample !== undefined) {
    const [best] = response.results;
    return best === undefined ? sampleAnswer(sample, []) : takeStripe(best.topic, sample, docs);
  }
  const described = response.results.map(async (result): Promise<ResultJson> => {
    const href = topicHref('', result.path, undefined);
    const source = await topicSourcePath(result.topic, docs);
    const passage = await passageIn(docs, result.topic, result.index, matchedWords(result.match));
    return { ...resultJson(result), source, href, ...passage };
  });
  const answer = searchAnswer(response, await Promise.all(described), rerankedBy);
  return options.explain ? { ...answer, explained: await explainResults(response.results, search) } : answer;
}

async function takeStripe(topic: string, sample: StripeRequest, docs: Docs): Promise<QueryAnswer> {
  const items = await docs.takeStripe(topic, sample);
  const { title } = await docs.index(topic);
  const source = await topicSourcePath(topic, docs);
  const described = items.map(async (item): Promise<ResultJson> => {
    const href = topicHref('', decodeURIComponent(pathIn(topic, item.href)), undefined);
    const passage = await passageIn(docs, topic, item.index, []);
    return { ...sampledChunk({ id: topic, title }, item, sample), source, href, ...passage };
  });
  return sampleAnswer(sample, await Promise.all(described));
}

/** The parts of a chunk's text that match: none where its file is gone or of a later build than the index. */
async function passageIn(
  docs: Docs,
  topic: string,
  index: number,
  words: readonly string[],
): Promise<ReturnType<typeof passageOf> | undefined> {
  const text = await new MissingChunks().read(docs, topic, index);
  return text === undefined ? undefined : passageOf(text, words);
}

/** Path of a topic's document below the docs root; the address of a page that has no copy there. */
async function topicSourcePath(topic: string, docs: Docs): Promise<string> {
  const { url, _links: links, _embedded: embedded } = await docs.index(topic);
  if (links['golden-reference'] === undefined && url !== undefined) return url;
  return pathIn(topic, embedded.chunks?.['golden-reference'].source ?? '');
}
