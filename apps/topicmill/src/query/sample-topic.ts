import { folderPath } from '@topicmill/pipeline/runner';
import { documentNames } from '@topicmill/pipeline/steps';
import type { DocsLayout } from '@topicmill/pipeline/workspace';
import { openDocs, type ResultJson, type StripeRequest } from '@topicmill/search/retrieval';
import { pathIn } from '@topicmill/topics/formats/file-names';
import { readBuiltTopic } from '../built-topics/read-search-topics.js';
import { directoryLoader } from '../docs-source/directory-loader.js';
import { placeOf, type QueryAnswer, sampleAnswer, sampledChunk } from './query-answer.js';

/**
 * Answers `topicmill query --topic --stripe`.
 *
 * @throws TopicmillError what reading the docs throws
 */
export async function sampleTopic(topic: string, sample: StripeRequest, layout: DocsLayout): Promise<QueryAnswer> {
  const docs = openDocs(directoryLoader(folderPath(layout, '')));
  const folder = layout.tree.get(topic)!;
  const built = readBuiltTopic(folder, layout)?.topic();
  const items = await docs.takeStripe(topic, sample);
  const { chunkPath } = documentNames(folder);
  const { title } = await docs.index(topic);
  const results = items.map((item): ResultJson => {
    const chunk = sampledChunk({ id: topic, title }, item, sample, built?.chunks[item.index]?.sourceLines);
    return { ...chunk, ...placeOf({ topic, path: pathIn(topic, chunkPath(item.index)), words: [] }, layout) };
  });
  return sampleAnswer(sample, results);
}
