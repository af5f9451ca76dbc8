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
