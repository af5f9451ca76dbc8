import {
  type EmbeddedTopic,
  indexEntriesSchema,
  stripeOrdersSchema,
  type TopicIndex,
  type TopicIndexFile,
  type TopicIndexSummary,
  topicIndexFileSchema,
  topicIndexSummarySchema,
} from './index-schema.js';
import { formatBySchema, type JsonSource, jsonFault, readJson } from './json-text.js';

const REMEDY = 'Run the index step again.';

/** Indices of chunks, by the baseline that they are ordered from. */
export type StripeOrders = Readonly<Record<'conceptual' | 'technical', readonly number[]>>;

type Keyword = TopicIndex['keywords'][number];

/**
 * Reads an index.json exactly: `prompt_hashes` are `bigint`s, and each keyword of a chunk has its score and count.
 *
 * @throws TopicmillError `INDEX_INVALID` when it is not JSON or does not fit the schema
 */
export function readIndexJson(text: string, file: string): TopicIndex {
  const source: JsonSource = { text, file, code: 'INDEX_INVALID', remedy: REMEDY, bigintKey: 'prompt_hashes' };
  const { _embedded: embedded, ...written } = readJson(source, topicIndexFileSchema);
  const { topics, chunks } = embedded;
  if (chunks === undefined) return { ...written, _embedded: { topics } };
  const listed = new Map(written.keywords.map((keyword) => [keyword.name, keyword]));
  const full = (keyword: string | Keyword): Keyword => {
    const known = typeof keyword === 'string' ? listed.get(keyword) : keyword;
    if (known === undefined)
      throw jsonFault(source, `The keyword "${keyword}" of a chunk is not among those of the page`);
    return known;
  };
  const set = chunks['golden-reference'];
  const items = set.items.map((item) => ({ ...item, keywords: item.keywords.map(full) }));
  return { ...written, _embedded: { topics, chunks: { 'golden-reference': { ...set, items } } } };
}

/**
 * Reads what the folder above needs of an index.json; its chunks are not looked at.
 *
 * @throws TopicmillError `INDEX_INVALID` when it is not JSON or lacks one of these parts
 */
export function readIndexSummary(text: string, file: string): TopicIndexSummary {
  const source: JsonSource = { text, file, code: 'INDEX_INVALID', remedy: REMEDY };
  return readJson(source, topicIndexSummarySchema);
}

/**
 * Reads the orders of the stripes in an index.json, which are empty without chunks; these are not looked at.
 *
 * @throws TopicmillError `INDEX_INVALID` when it is not JSON or lacks them
 */
export function readStripeOrders(text: string, file: string): StripeOrders {
  const source: JsonSource = { text, file, code: 'INDEX_INVALID', remedy: REMEDY };
  const set = readJson(source, stripeOrdersSchema)._embedded.chunks?.['golden-reference'];
  return { conceptual: set?.stripe_order ?? [], technical: set?.stripe_order_technical ?? [] };
}

/**
 * Reads the entries of an index.json; its chunks are not looked at.
 *
 * @throws TopicmillError `INDEX_INVALID` when it is not JSON or lacks them
 */
export function readIndexEntries(text: string, file: string): EmbeddedTopic[] {
  return readJson({ text, file, code: 'INDEX_INVALID', remedy: REMEDY }, indexEntriesSchema)._embedded.topics;
}

/**
 * The text of an index.json, keys in the order of the schema, 64-bit integers written out. Each chunk of a page is on one
 * line and names its keywords, whose scores and counts are in the list of the page.
 */
export function formatIndexJson(index: TopicIndex): string {
  const { topics, chunks } = index._embedded;
  const set = chunks?.['golden-reference'];
  if (set === undefined || set.items.every(({ id }) => id === undefined)) {
    return formatBySchema<TopicIndexFile>(index, topicIndexFileSchema);
  }
  const listed = new Map(index.keywords.map((keyword) => [keyword.name, keyword]));
  const named = (keyword: Keyword): string | Keyword => {
    const known = listed.get(keyword.name);
    return known?.score === keyword.score && known.count === keyword.count ? keyword.name : keyword;
  };
  const items = set.items.map((item) => ({ ...item, keywords: item.keywords.map(named) }));
  const file: TopicIndexFile = { ...index, _embedded: { topics, chunks: { 'golden-reference': { ...set, items } } } };
  return formatBySchema(file, topicIndexFileSchema, itemsOf);
}

function itemsOf({ _embedded: { chunks } }: TopicIndexFile): NonNullable<typeof chunks>['golden-reference']['items'] {
  return chunks?.['golden-reference'].items ?? [];
}
