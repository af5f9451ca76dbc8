import { nearestName } from '@topicmill/base/config';
import { decodeIfValid } from '@topicmill/base/paths';
import type { Docs } from '@topicmill/search/retrieval';
import { listTopics } from './list-topics.js';

/** Addresses of resources: models give them where an id is asked for. */
const RESOURCE = /^topicmill:\/\/(?:topic\/([^/]+)|chunk\/([^/]+)\/\d+)$/;

/**
 * The topic that was most likely meant by something that is not an id: an address, a title, or part of an id.
 *
 * @returns `undefined` when there is no such topic
 */
export async function suggestTopic(docs: Docs, asked: string): Promise<string | undefined> {
  const topics = (await listTopics(docs, '')).filter(({ isTopic }) => isTopic);
  const ids = topics.map(({ id }) => id);
  const [, topic, topicOfChunk] = RESOURCE.exec(asked) ?? [];
  const addressed = decodeIfValid(topic ?? topicOfChunk ?? '');
  if (addressed !== '' && ids.includes(addressed)) return addressed;
  const title = asked.trim().toLowerCase();
  const titled = topics.find((each) => each.title.toLowerCase() === title);
  if (titled !== undefined || ids.length === 0) return titled?.id;
  return nearestName(asked, ids);
}
