import { TopicmillError } from '@topicmill/base/diagnostics';
import { decodeIfValid } from '@topicmill/base/paths';
import {
  type Docs,
  type Edition,
  type EditionFilter,
  headingPath,
  hiddenTextWarning,
  isMissingFile,
  type ResultJson,
  reasonsText,
} from '@topicmill/search/retrieval';
import { type ChunkItem, type ChunkSetIndex, chunkFactsJson, readChunkFacts } from '@topicmill/topics/formats';

/** Address of a topic's reference as a resource. */
export function topicUri(id: string): string {
  return `topicmill://topic/${encodeURIComponent(id)}`;
}

/** Address of a chunk as a resource. */
export function chunkUri(id: string, index: number): string {
  return `topicmill://chunk/${encodeURIComponent(id)}/${index}`;
}

export const TOPIC_TEMPLATE = 'topicmill://topic/{topic}';
export const CHUNK_TEMPLATE = 'topicmill://chunk/{topic}/{index}';

/** The topic and chunk that the address of a resource names; `undefined` for anything else. */
export function readUri(uri: string): { readonly topic: string; readonly index?: number } | undefined {
  const [, topic, topicOfChunk, index] = /^topicmill:\/\/(?:topic\/([^/]+)|chunk\/([^/]+)\/(\d+))$/.exec(uri) ?? [];
  const id = decodeIfValid(topic ?? topicOfChunk ?? '');
  if (id === '') return undefined;
  return index === undefined ? { topic: id } : { topic: id, index: Number(index) };
}

/** A chunk with its text and address. */
export type ChunkText = ResultJson & { readonly uri: string; readonly text: string };

/** A segment of an id: no hidden folder, none above, no other separator. Jekyll's collections begin with `_`. */
const SEGMENT = /^[^.\\/\0][^\\/\0]*$/;

/**
 * An id that names a folder of the docs root, whether or not there is one: what a client sends becomes part of a path.
 *
 * @throws TopicmillError `TOPIC_UNKNOWN`
 */
function safeId(id: string): string {
  if (id === '' || id.split('/').every((segment) => SEGMENT.test(segment))) return id;
  throw unknownTopic(id);
}

/**
 * What is read of a topic or category.
 *
 * @throws TopicmillError `TOPIC_UNKNOWN`, and what the loader throws where nothing can be read now
 */
async function unlessUnknown<Read>(id: string, read: (safe: string) => Promise<Read>): Promise<Read> {
  return read(safeId(id)).catch((thrown: unknown) => {
    throw id !== '' && isMissingFile(thrown) ? unknownTopic(id) : thrown;
  });
}

/** The chunks of a topic; `undefined` for a topic that has a reference and is not chunked. */
export async function chunkSetOf(docs: Docs, topic: string): Promise<ChunkSetIndex | undefined> {
  const index = await unlessUnknown(topic, docs.index);
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

/** What a list says about a topic or category. */
export interface ListedTopic {
  readonly id: string;
  readonly title: string;
  readonly description: string | undefined;
  /** Whether it has a reference; if not, it only contains topics. */
  readonly isTopic: boolean;
  readonly version?: string | undefined;
  readonly locale?: string | undefined;
}

/** Everything below a folder, parents before children, in the order of the indexes. */
export async function listTopics(docs: Docs, below: string): Promise<ListedTopic[]> {
  return listTopicsWhere(docs, below, () => true);
}

/**
 * The same for the docs of a version in a locale, by default those that a search is restricted to. Docs without a search index do
 * not say which these are: they are listed whole.
 *
 * @throws TopicmillError `INVALID_OPTION` for a version or locale that the docs do not have
 */
export async function listEdition(docs: Docs, below: string, filter: EditionFilter): Promise<ListedTopic[]> {
  const passes = await editionTest(docs, filter);
  return listTopicsWhere(docs, below, (topic) => passes === undefined || passes({ root: '', ...topic }));
}

async function editionTest(docs: Docs, filter: EditionFilter): Promise<((edition: Edition) => boolean) | undefined> {
  try {
    return (await docs.editions()).filter(filter);
  } catch (thrown) {
    const isAsked = filter.version !== undefined || filter.locale !== undefined;
    if (isAsked || !(thrown instanceof TopicmillError)) throw thrown;
    return undefined;
  }
}

/** A category is listed if a topic below it is. */
async function listTopicsWhere(
  docs: Docs,
  below: string,
  isListed: (topic: ListedTopic) => boolean,
): Promise<ListedTopic[]> {
  const groups = await Promise.all(
    (await entriesOf(docs, below)).map(async ({ hasEntries, ...topic }) => {
      const own = hasEntries ? await listTopicsWhere(docs, topic.id, isListed) : [];
      return (topic.isTopic && isListed(topic)) || own.length > 0 ? [topic, ...own] : [];
    }),
  );
  return groups.flat();
}

/** An entry of an index, with whether its own has any. */
type Entry = ListedTopic & { readonly hasEntries: boolean };

/** Each list of docs is of all their topics: what lists have of these is a small part of their indexes. */
const knownEntries = new WeakMap<Docs, Map<string, Promise<readonly Entry[]>>>();

function entriesOf(docs: Docs, id: string): Promise<readonly Entry[]> {
  const known = knownEntries.get(docs) ?? new Map<string, Promise<readonly Entry[]>>();
  knownEntries.set(docs, known);
  const entries = known.get(id) ?? readEntries(docs, id);
  known.set(id, entries);
  entries.catch(() => known.delete(id));
  return entries;
}

async function readEntries(docs: Docs, id: string): Promise<readonly Entry[]> {
  const entries = await unlessUnknown(id, (safe) => docs.entries(safe));
  return entries.map(({ topic_count: entryCount, _links: links, ...entry }) => {
    const { id: own, title, description, version, locale } = entry;
    const isTopic = links['golden-reference'] !== undefined || links.chunks !== undefined;
    return { id: own, title, description, isTopic, version, locale, hasEntries: entryCount > 0 };
  });
}
