import { compareCodeUnits } from '@topicmill/base/order';
import * as z from 'zod';
import { fourDecimals } from '../similarity/index.js';
import { formatBySchema, readJson } from './json-text.js';

const neighbourSchema = z.strictObject({
  id: z.string(),
  similarity: z.number().min(-1).max(1).describe('Cosine of the two overviews, four decimals.'),
});

/** Schema of the docs root's related.json. */
export const relatedTopicsSchema = z
  .strictObject({
    topics: z
      .array(z.strictObject({ id: z.string(), related: z.array(neighbourSchema).describe('Nearest first.') }))
      .describe('By id.'),
  })
  .describe('The nearest topics of each topic, by the vectors of their overviews.');

/** What related.json contains. */
export type RelatedTopics = z.infer<typeof relatedTopicsSchema>;

/** A topic near another. */
export type RelatedTopic = z.infer<typeof neighbourSchema>;

/**
 * Builds related.json from each topic's nearest topics, in any order: topics by id, in code unit order; their
 * neighbours by falling similarity in four decimals, then id.
 */
export function buildRelatedTopics(neighbours: ReadonlyMap<string, readonly RelatedTopic[]>): RelatedTopics {
  const topics = [...neighbours].map(([id, near]) => ({
    id,
    related: near
      .map((neighbour) => ({ id: neighbour.id, similarity: fourDecimals(neighbour.similarity) }))
      .sort((a, b) => b.similarity - a.similarity || compareCodeUnits(a.id, b.id)),
  }));
  return { topics: topics.sort((a, b) => compareCodeUnits(a.id, b.id)) };
}

/** The text of a related.json, a line for each neighbour. */
export function formatRelatedJson(related: RelatedTopics): string {
  return formatBySchema(related, relatedTopicsSchema);
}

/**
 * Reads a related.json.
 *
 * @throws TopicmillError `INDEX_INVALID` when it is not JSON or does not fit the schema
 */
export function readRelatedJson(text: string, file: string): RelatedTopics {
  return readJson({ text, file, code: 'INDEX_INVALID', remedy: 'Run the related step again.' }, relatedTopicsSchema);
}
