import type { SearchTopic } from '@topicmill/search/retrieval';
import { pickChunkFacts } from '@topicmill/topics/formats';
import type { Topic } from './read-topics.js';

/** A topic as the search index takes it, without questions; without vectors unless texts are embedded. */
export function searchTopicOf(
  { id, title, chunks, chunkTexts }: Topic,
  embed?: (text: string) => Float32Array,
): SearchTopic {
  return {
    id,
    title,
    chunks: chunks.map((chunk, index) => ({
      title: chunk.title,
      path: `${id}/_chunks/golden-reference-${index}.md`,
      ...pickChunkFacts(chunk),
      text: chunkTexts[index]!,
      questions: [],
      ...(embed && { vector: embed(chunkTexts[index]!) }),
    })),
  };
}
