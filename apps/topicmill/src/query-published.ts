import { TopicmillError } from '@topicmill/base/diagnostics';
import {
  type Docs,
  findSnippet,
  headingPath,
  RESULT_FORMAT,
  type ResultJson,
  resultJson,
} from '@topicmill/search/retrieval';
import { chunkFactsJson, readChunkFacts, topicHref } from '@topicmill/topics/formats';
import { type QueryAnswer, searchAnswer } from './query-answer.js';
import type { QueryOptions } from './run-query.js';

/**
 * Answers `topicmill query --from`: as `runQuery`, of docs that were published.
 *
 * @throws TopicmillError `INVALID_OPTION`, `TOPIC_UNKNOWN`, and what reading the docs throws
 */
export async function queryPublished(query: string, options: QueryOptions, docs: Docs): Promise<QueryAnswer> {
  const topic = options.topic?.replace(/\/+$/, '');
  if (query.trim() === '' && (topic === undefined || options.stripe === undefined)) {
    throw new TopicmillError('INVALID_OPTION', 'There is nothing to search for.', {
      remedy: 'Give a query, or both --topic and --stripe.',
    });
  }
  if (options.stripe !== undefined && topic !== undefined) return takeStripe(topic, options, docs);
  const response = await docs.search(query, {
    mode: options.mode,
    limit: options.stripe === undefined ? options.k : 1,
    topic,
    kind: kindOf(options),
    version: options.docsVersion,
    locale: options.locale,
  });
  if (options.stripe !== undefined) {
    const [best] = response.results;
    return best === undefined
      ? { format: RESULT_FORMAT, mode: options.stripe, results: [] }
      : takeStripe(best.topic, options, docs);
  }
  const described = response.results.map(async (result): Promise<ResultJson> => {
    const text = await docs.readChunk(result.topic, result.index);
    const href = topicHref('', result.path, undefined);
    const source = await sourceOf(result.topic, docs);
    return { ...resultJson(result), source, ...placeOf(href, text, result.match.words) };
  });
  return searchAnswer(response, await Promise.all(described));
}

async function takeStripe(topic: string, options: QueryOptions, docs: Docs): Promise<QueryAnswer> {
  const order = options.stripe!;
  const items = await docs.takeStripe(topic, {
    order,
    count: options.n ?? (options.tokens === undefined ? options.k : undefined),
    maxTokens: options.tokens,
    filter: { kind: kindOf(options) },
  });
  const { title } = await docs.index(topic);
  const source = await sourceOf(topic, docs);
  const described = items.map(async (item): Promise<ResultJson> => {
    const text = await docs.readChunk(topic, item.index);
    return {
      topic,
      topic_title: title,
      index: item.index,
      title: item.title,
      ...chunkFactsJson(readChunkFacts(item)),
      score: (order === 'technical' ? item.similarity_technical : undefined) ?? item.similarity_conceptual,
      source,
      ...placeOf(topicHref('', decodeURIComponent(`${topic}/${item.href}`), undefined), text, []),
    };
  });
  return { format: RESULT_FORMAT, mode: order, results: await Promise.all(described) };
}

function kindOf({ code, prose }: QueryOptions): 'code' | 'prose' | undefined {
  return code ? 'code' : prose ? 'prose' : undefined;
}

/** Path of a topic's document below the docs root. */
async function sourceOf(topic: string, docs: Docs): Promise<string> {
  const source = (await docs.index(topic))._embedded.chunks?.['golden-reference'].source ?? '';
  return topic === '' ? source : `${topic}/${source}`;
}

function placeOf(
  href: string,
  text: string,
  words: readonly string[],
): Pick<ResultJson, 'href' | 'headings' | 'passage'> {
  const passage = findSnippet(text, words)
    .map((piece) => piece.text)
    .join('');
  return { href, headings: headingPath(text), passage };
}
