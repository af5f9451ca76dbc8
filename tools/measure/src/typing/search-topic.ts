import type { SearchTopic } from '@topicmill/search/retrieval';
import { pickChunkFacts } from '@topicmill/topics/formats';
import type { Topic } from '../read-topics.js';

/** A topic as the search index takes it, without vectors and questions. */
export function searchTopicWithoutVectors({ id, title, chunks, chunkTexts }: Topic): SearchTopic {
  return {
    id,
    title,
    chunks: chunks.map((chunk, index) => ({
      title: chunk.title,
      path: `${id}/_chunks/golden-reference-${index}.md`,
      ...pickChunkFacts(chunk),
      text: chunkTexts[index]!,
      questions: [],
    })),
  };
}
