import { TopicmillError } from '@topicmill/base/diagnostics';
import {
  type Docs,
  headingPath,
  hiddenTextWarning,
  isMissingFile,
  type ResultJson,
  reasonsText,
} from '@topicmill/search/retrieval';
import {
  type ChunkItem,
  type ChunkSetIndex,
  chunkFactsJson,
  readChunkFacts,
  type TopicIndex,
} from '@topicmill/topics/formats';
import { chunkUri } from './resource-uris.js';

/** A chunk with its text and address. */
export type ChunkText = ResultJson & { readonly uri: string; readonly text: string };

/** A segment of an id: no hidden folder, none above, no other separator. Jekyll's collections begin with `_`. */
const SEGMENT = /^[^.\\/\0][^\\/\0]*$/;

/**
 * An id that names a folder of the docs root, whether or not there is one: what a client sends becomes part of a path.
 *
 * @throws TopicmillError `TOPIC_UNKNOWN`
 */
export function safeId(id: string): string {
  if (id === '' || id.split('/').every((segment) => SEGMENT.test(segment))) return id;
  throw unknownTopic(id);
}

/**
 * The index of a topic or category.
 *
 * @throws TopicmillError `TOPIC_UNKNOWN`, and what the loader throws where nothing can be read now
 */
export async function indexOf(docs: Docs, id: string): Promise<TopicIndex> {
  return docs.index(safeId(id)).catch((thrown: unknown) => {
    throw id !== '' && isMissingFile(thrown) ? unknownTopic(id) : thrown;
  });
}

/** The chunks of a topic; `undefined` for a topic that has a reference and is not chunked. */
export async function chunkSetOf(docs: Docs, topic: string): Promise<ChunkSetIndex | undefined> {
  const index = await indexOf(docs, topic);
  const chunks = index._embedded.chunks?.['golden-reference'];
  if (chunks === undefined && index._links['golden-reference'] === undefined) throw unknownTopic(topic);
  return chunks;
}

export async function chunkText(docs: Docs, topic: string, item: ChunkItem): Promise<ChunkText> {
  const text = await docs.readChunk(topic, item.index);
  return {
    topic,
    topic_title: (await docs.index(topic)).title,
    index: item.index,
    title: item.title,
    headings: headingPath(text),
    ...chunkFactsJson(readChunkFacts(item)),
    uri: chunkUri(topic, item.index),
    text,
  };
}

/**
 * A chunk as a model reads it: title and address on a line, for a page that people read at, too, below it why it was found,
 * and the text.
 */
export function formatChunk(
  title: string,
  { uri, url, text, hidden_text: hidden, match }: Pick<ResultJson, 'uri' | 'url' | 'text' | 'hidden_text' | 'match'>,
): string {
  const body = text === undefined ? '(too long to include: read it by its address)' : text.trim();
  const place = `[${title}](${uri})${url === undefined ? '' : ` ${url}`}${hiddenTextWarning(hidden)}`;
  const reasons = reasonsText(match);
  return [reasons === '' ? place : `${place}\n${reasons}`, body].join('\n\n');
}

/** As many items from the first on as fit into the budget, and the first in any case. */
export function withinTokens<T extends { readonly tokens: number }>(items: readonly T[], maxTokens: number): T[] {
  const taken: T[] = [];
  let tokenCount = 0;
  for (const item of items) {
    tokenCount += item.tokens;
    if (taken.length > 0 && tokenCount > maxTokens) break;
    taken.push(item);
  }
  return taken;
}

/** There is no such topic. */
export function unknownTopic(topic: string): TopicmillError {
  return new TopicmillError('TOPIC_UNKNOWN', `There is no topic "${topic}".`, {
    remedy: 'Call list_topics or search for the ids of topics.',
  });
}
