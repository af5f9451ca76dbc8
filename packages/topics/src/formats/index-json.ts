import { type TopicIndex, type TopicIndexSummary, topicIndexSchema, topicIndexSummarySchema } from './index-schema.js';
import { formatBySchema, readJson } from './json-text.js';

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

/** The text of an index.json, keys in the order of the schema, 64-bit integers written out. */
export function formatIndexJson(index: TopicIndex): string {
  return formatBySchema(index, topicIndexSchema);
}
