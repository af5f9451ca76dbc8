import {
  type ChunkItem,
  type ChunkSetIndex,
  type EmbeddedTopic,
  type TopicIndex,
  type TopicIndexSummary,
  topicIndexSchema,
  topicIndexSummarySchema,
} from './index-schema.js';
import { formatJson, type JsonValue, readJson } from './json-text.js';

/**
 * Reads an index.json exactly: `prompt_hashes` are `bigint`s.
 *
 * @throws TopicmillError `INDEX_INVALID` when it is not JSON or does not fit the schema
 */
export function readIndexJson(text: string, file: string): TopicIndex {
  const remedy = 'Run the index step again.';
  return readJson({ text, file, code: 'INDEX_INVALID', remedy, bigintKeys: ['prompt_hashes'] }, topicIndexSchema);
}

/**
 * Reads what the folder above needs of an index.json; its chunks are not looked at.
 *
 * @throws TopicmillError `INDEX_INVALID` when it is not JSON or lacks one of these parts
 */
export function readIndexSummary(text: string, file: string): TopicIndexSummary {
  const remedy = 'Run the index step again.';
  return readJson({ text, file, code: 'INDEX_INVALID', remedy, roundsLargeIntegers: true }, topicIndexSummarySchema);
}

/** The text of an index.json, keys in the published order, 64-bit integers written out. */
export function formatIndexJson(index: TopicIndex): string {
  const { introduced, _links: links, _embedded: embedded } = index;
  return formatJson({
    id: index.id,
    title: index.title,
    description: index.description,
    category: index.category,
    complexity: index.complexity,
    priority: index.priority,
    introduced: introduced && { version: introduced.version, year: introduced.year },
    depth_below: index.depth_below,
    topic_count: index.topic_count,
    keywords: index.keywords.map(keywordJson),
    _links: {
      self: links.self,
      parent: links.parent,
      'topic-spec': links['topic-spec'],
      'golden-reference': links['golden-reference'],
      'qa-pairs': links['qa-pairs'],
      related: links.related,
    },
    _embedded: {
      topics: embedded.topics.map(topicJson),
      chunks: embedded.chunks && { 'golden-reference': chunkSetJson(embedded.chunks['golden-reference']) },
    },
  });
}

function topicJson(topic: EmbeddedTopic): JsonValue {
  const links = topic._links;
  return {
    id: topic.id,
    title: topic.title,
    description: topic.description,
    depth_below: topic.depth_below,
    topic_count: topic.topic_count,
    _links: {
      self: links.self,
      'topic-spec': links['topic-spec'],
      'golden-reference': links['golden-reference'],
      'qa-pairs': links['qa-pairs'],
    },
  };
}

function chunkSetJson(chunks: ChunkSetIndex): JsonValue {
  return {
    source: chunks.source,
    count: chunks.count,
    baseline_conceptual: chunks.baseline_conceptual,
    baseline_technical: chunks.baseline_technical,
    stripe_order: chunks.stripe_order,
    stripe_order_technical: chunks.stripe_order_technical,
    items: chunks.items.map(itemJson),
  };
}

function itemJson(item: ChunkItem): JsonValue {
  return {
    index: item.index,
    href: item.href,
    title: item.title,
    is_code: item.is_code,
    tokens: item.tokens,
    bytes: item.bytes,
    source_range: { start: item.source_range.start, end: item.source_range.end },
    similarity_conceptual: item.similarity_conceptual,
    similarity_technical: item.similarity_technical,
    prompt_hashes: item.prompt_hashes,
    keywords: item.keywords.map(keywordJson),
  };
}

function keywordJson(keyword: TopicIndex['keywords'][number]): JsonValue {
  return { name: keyword.name, score: keyword.score, count: keyword.count };
}
