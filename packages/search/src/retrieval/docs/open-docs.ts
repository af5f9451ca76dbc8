import { TopicmillError } from '@topicmill/base/diagnostics';
import { encodePath, resolveInRoot } from '@topicmill/base/paths';
import {
  type ChunkItem,
  type ChunkSetIndex,
  type ChunksManifest,
  type EmbeddedTopic,
  readChunksManifest,
  readIndexEntries,
  readIndexJson,
  type TopicIndex,
} from '@topicmill/topics/formats';
import { encodeChunkPath, manifestOfChunk } from '@topicmill/topics/formats/chunk-pack';
import { INDEX_FILE, pathIn } from '@topicmill/topics/formats/file-names';
import { checkLoader } from '../check-arguments.js';
import type { DocsLoader } from '../docs-loader.js';
import { openSearchIndex, type SearchIndex } from '../open-search-index.js';
import type { EmbedQuery, SearchOptions, SearchResponse, WordKnowledge } from '../search.js';
import type { Editions } from '../search-index/editions.js';
import type { IndexedChunk } from '../search-index/search-topic.js';
import { ChunkTexts } from './chunk-texts.js';
import { isMissingFile } from './is-missing-file.js';
import { readJoinedPage, readJoinedSpan } from './joined-page.js';
import { matchPrompts, type PromptMatch } from './match-prompts.js';
import { type ChunkFilter, type StripeRequest, takeSample, takeStripe, wantedChunks } from './take-stripe.js';

/** Opens a search index: `embed` turns queries into vectors of its model. */
export type OpenIndex = (embed?: EmbedQuery, words?: WordKnowledge) => Promise<SearchIndex>;

/** Published docs, read as far as they are asked for. The indexes and manifests that were read last are kept. */
export interface Docs {
  /** The index.json of a topic, a category, or (`''`) the docs root; 64-bit integers are `bigint`s. */
  index(id: string): Promise<TopicIndex>;
  /** The topics and categories directly below one, or (`''`) the docs root, in the order of its index; not kept. */
  entries(id: string): Promise<readonly EmbeddedTopic[]>;
  /** Ids of all topics that have chunks, in the order of the indexes. */
  topicIds(): Promise<string[]>;
  /** The chunks of a topic that pass a filter, by index. */
  chunks(id: string, filter?: ChunkFilter): Promise<ChunkItem[]>;
  /** The first chunks of a stripe order. */
  takeStripe(id: string, request: StripeRequest): Promise<ChunkItem[]>;
  /** The baseline of a stripe order, which says what the topic is, and then its first chunks. */
  takeSample(id: string, request: StripeRequest): Promise<ChunkItem[]>;
  /** The chunks of a topic whose questions are near a query. */
  matchPrompts(id: string, query: string, maxDistance?: number): Promise<PromptMatch[]>;
  /**
   * The addresses that the links of a chunk lead to, by their destinations as written: those to pages of its site. Empty where
   * the manifest of its topic's chunks was not published, or is of another version.
   *
   * @param path as in `readChunk`
   */
  linkAddresses(id: string, index: number, path?: string): Promise<ReadonlyMap<string, string>>;
  /**
   * The text of a chunk: parent headings and own text.
   *
   * @param path of the chunk below the docs root, as search results have it; left out, it is looked up in the topic's index
   */
  readChunk(id: string, index: number, path?: string): Promise<string>;
  /** What the search index has of a topic's chunks, where a build may replace files while they are read; by index. */
  readonly indexedChunks?: (id: string) => Promise<readonly IndexedChunk[] | undefined>;
  /** The whole document of a topic, front matter included; of a page without a copy, its chunks joined. */
  readReference(id: string): Promise<Uint8Array>;
  /** A chunk's own text as it is in its source: by a request for that range alone, or for manifest and chunk of a page. */
  readSourceSpan(id: string, index: number): Promise<string>;
  /** Versions and locales of the topics that are searched. */
  editions(): Promise<Editions>;
  /** Searches all topics; the search index is opened by the first call. */
  search(query: string, options?: SearchOptions): Promise<SearchResponse>;
}

const DECODER = new TextDecoder();
/** A context is made from fewer; a server that runs for long would have all of them in the end. */
const MAX_KEPT = 64;

/**
 * Opens published docs. Nothing is loaded yet.
 *
 * Its methods throw what the loader throws, TopicmillError `INDEX_INVALID` for a damaged index.json, `TOPIC_UNKNOWN` for a
 * topic without chunks or a missing chunk, and what `SearchIndex.search` throws.
 *
 * @param embed turns queries into vectors of the search index's model
 * @param words what is known about words besides; left out, only those of a query count
 * @param openIndex opens a search index that is not among the files
 */
export function openDocs(
  loader: DocsLoader,
  embed?: EmbedQuery,
  words?: WordKnowledge,
  openIndex: OpenIndex = (...meaning) => openSearchIndex(loader, ...meaning),
): Docs {
  checkLoader(loader);
  const { readText, index, entries, chunkSet, chunk, topicIdsBelow } = readTopics(loader);
  const pathOf = async (id: string, at: number): Promise<string> =>
    hrefPath(await index(id), (await chunk(id, at)).href);
  const linkAddresses = readLinkAddresses(pathOf, readText);
  const chunks = new ChunkTexts(loader);
  let searchIndex: Promise<SearchIndex> | undefined;
  const openedIndex = (): Promise<SearchIndex> => {
    searchIndex ??= openIndex(embed, words);
    searchIndex.catch(() => {
      searchIndex = undefined;
    });
    return searchIndex;
  };
  return {
    index,
    entries,
    topicIds: () => topicIdsBelow(''),
    chunks: async (id, filter) => [...wantedChunks(await chunkSet(id), filter)],
    takeStripe: async (id, request) => takeStripe(await chunkSet(id), request),
    takeSample: async (id, request) => takeSample(await chunkSet(id), request),
    matchPrompts: async (id, query, maxDistance) => matchPrompts((await chunkSet(id)).items, query, maxDistance),
    linkAddresses,
    readChunk: async (id, at, path) => chunks.read(path ?? (await pathOf(id, at))),
    async readReference(id) {
      const topic = await index(id);
      const { 'golden-reference': link, chunks: manifest } = topic._links;
      if (link !== undefined) return loader.read(hrefPath(topic, link.href));
      if (manifest !== undefined) return readJoinedPage(loader, hrefPath(topic, manifest.href), chunks);
      throw unknownTopic(`"${id}" has no document.`);
    },
    async readSourceSpan(id, at) {
      const { source_range: range } = await chunk(id, at);
      const topic = await index(id);
      const { chunks: manifest } = topic._links;
      if (manifest !== undefined) return readJoinedSpan(loader, hrefPath(topic, manifest.href), at, chunks);
      return DECODER.decode(await loader.read(pathIn(id, (await chunkSet(id)).source), range));
    },
    editions: async () => (await openedIndex()).editions,
    search: async (query, options) => (await openedIndex()).search(query, options),
  };
}

/** What was asked for last, by key; a failure is not kept. */
class KeptLast<Value> {
  private readonly kept = new Map<string, Promise<Value>>();

  get(key: string, read: () => Promise<Value>): Promise<Value> {
    const value = this.kept.get(key) ?? read();
    this.kept.delete(key);
    this.kept.set(key, value);
    value.catch(() => this.kept.delete(key));
    if (this.kept.size > MAX_KEPT) this.kept.delete(this.kept.keys().next().value!);
    return value;
  }
}

/** Reads indexes of topics. */
function readTopics(loader: DocsLoader) {
  const indexes = new KeptLast<TopicIndex>();
  const readText = async (path: string): Promise<string> => DECODER.decode(await loader.read(path));
  const index = (id: string): Promise<TopicIndex> => {
    const path = pathIn(id, INDEX_FILE);
    return indexes.get(id, async () => withJsonHashes(readIndexJson(await readText(path), path)));
  };
  const entries = async (id: string): Promise<readonly EmbeddedTopic[]> => {
    const path = pathIn(id, INDEX_FILE);
    return readIndexEntries(await readText(path), path);
  };
  const chunkSet = async (id: string): Promise<ChunkSetIndex> => {
    const chunks = (await index(id))._embedded.chunks?.['golden-reference'];
    if (chunks === undefined) throw unknownTopic(`"${id}" has no chunks.`);
    return chunks;
  };
  const chunk = async (id: string, at: number): Promise<ChunkItem> => {
    const item = (await chunkSet(id)).items[at];
    if (item === undefined) throw unknownTopic(`"${id}" has no chunk ${at}.`);
    return item;
  };
  const topicIdsBelow = async (id: string): Promise<string[]> => {
    const { _embedded: embedded } = await index(id);
    const below = await Promise.all(embedded.topics.map((topic) => topicIdsBelow(topic.id)));
    return [...(embedded.chunks === undefined ? [] : [id]), ...below.flat()];
  };
  return { readText, index, entries, chunkSet, chunk, topicIdsBelow };
}

function unknownTopic(message: string): TopicmillError {
  return new TopicmillError('TOPIC_UNKNOWN', message, {
    remedy: 'Look up topics and chunks in the index of the docs root.',
  });
}

/** Lets `JSON.stringify` write hashes, which are 64-bit integers, as texts; it refuses a `bigint`. */
function withJsonHashes(index: TopicIndex): TopicIndex {
  for (const { prompt_hashes: hashes } of index._embedded.chunks?.['golden-reference'].items ?? []) {
    if (hashes !== undefined) Object.defineProperty(hashes, 'toJSON', { value: () => hashes.map(String) });
  }
  return index;
}

/**
 * A function that gives the addresses which the links of a chunk lead to, by their destinations as written.
 *
 * @param pathOf path of a chunk below the docs root
 */
function readLinkAddresses(
  pathOf: (topic: string, index: number) => Promise<string>,
  readText: (path: string) => Promise<string>,
): Docs['linkAddresses'] {
  const manifests = new KeptLast<ChunksManifest | undefined>();
  return async (topic, index, path) => {
    const manifest = manifestOfChunk(path ?? (await pathOf(topic, index)));
    const links = (await manifests.get(manifest, () => readManifest(manifest, readText)))?.chunks[index]?.links ?? [];
    return new Map(links.map(({ href, url }) => [href, url]));
  };
}

/** `undefined` for one that is missing or of another version: a text without it is still an answer. */
async function readManifest(
  path: string,
  readText: (path: string) => Promise<string>,
): Promise<ChunksManifest | undefined> {
  try {
    return readChunksManifest(await readText(path), path);
  } catch (thrown) {
    const isUnread = isMissingFile(thrown);
    if (isUnread || (thrown instanceof TopicmillError && thrown.code === 'CHUNK_MANIFEST_INVALID')) return undefined;
    throw thrown;
  }
}

type Linked = Pick<TopicIndex, 'id' | '_links'>;

/** Path below the docs root, not percent-encoded, that an href of an index.json points to; relative or absolute. */
function hrefPath(index: Linked, href: string): string {
  const { id, _links: links } = index;
  const relative = isAbsolute(index)
    ? href.slice(links.self.href.length - ownPath(index).length)
    : encodePath(pathIn(id, '')) + href;
  return resolveInRoot('', relative).split('/').map(decodeURIComponent).join('/');
}

/** An href of an index.json as answers about all docs have it: relative to the docs root, or below its baseHref. */
export function rootHref(index: Linked, href: string): string {
  return isAbsolute(index) ? href : encodeChunkPath(hrefPath(index, href));
}

function isAbsolute(index: Linked): boolean {
  const self = index._links.self.href;
  return self !== INDEX_FILE && self.endsWith(ownPath(index));
}

function ownPath({ id }: Linked): string {
  return encodePath(pathIn(id, INDEX_FILE));
}
