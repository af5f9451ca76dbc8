import { folderPath } from '@topicmill/pipeline/runner';
import type { StoredIndex } from '@topicmill/pipeline/search-store';
import type { DocsConfig } from '@topicmill/pipeline/workspace';
import { openDocs, type ResultJson, type StripeRequest } from '@topicmill/search/retrieval';
import { directoryLoader } from '../docs-source/directory-loader.js';
import { placeOf, type QueryAnswer, sampleAnswer, sampledChunk } from './query-answer.js';

/**
 * Answers `topicmill query --topic --stripe`.
 *
 * @throws TopicmillError what reading the docs throws
 */
export async function sampleTopic(
  topic: string,
  sample: StripeRequest,
  docs: DocsConfig,
  index: StoredIndex,
): Promise<QueryAnswer> {
  const items = await openDocs(directoryLoader(folderPath(docs, ''))).takeStripe(topic, sample);
  const { title, chunks } = await index.topic(topic);
  const source = index.sourceOf(topic) ?? '';
  const results = items.flatMap((item): ResultJson[] => {
    const chunk = chunks[item.index];
    // The files may be of a later build than the index.
    if (chunk === undefined) return [];
    const sampled = sampledChunk({ id: topic, title }, item, sample, chunk.sourceLines);
    return [{ ...sampled, ...placeOf({ chunk, source, words: [] }, docs) }];
  });
  return sampleAnswer(sample, results);
}
