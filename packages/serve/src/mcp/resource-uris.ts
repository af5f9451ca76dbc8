import { decodeIfValid } from '@topicmill/base/paths';

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

/** The topic and chunk that the address of a resource names; `undefined` for anything else. */
export function readUri(uri: string): { readonly topic: string; readonly index?: number } | undefined {
  const [, topic, topicOfChunk, index] = /^topicmill:\/\/(?:topic\/([^/]+)|chunk\/([^/]+)\/(\d+))$/.exec(uri) ?? [];
  const id = decodeIfValid(topic ?? topicOfChunk ?? '');
  if (id === '') return undefined;
  return index === undefined ? { topic: id } : { topic: id, index: Number(index) };
}
