import { nearestName } from '@topicmill/base/config';
import { decodeIfValid } from '@topicmill/base/paths';
import type { Docs } from '@topicmill/search/retrieval';
import { type ListedTopic, listTopics } from './list-topics.js';

/** Addresses of resources: models give them where an id is asked for. */
const RESOURCE = /^topicmill:\/\/(?:topic\/([^/]+)|chunk\/([^/]+)\/\d+)$/;

/** What a model is told that named a topic that there is not. */
export async function remedyForTopic(docs: Docs, asked: string): Promise<string> {
  const listed = await listTopics(docs, '');
  if (listed.some(({ id, isTopic }) => id === asked && !isTopic)) {
    return `It is a category: list_topics with below "${asked}" lists its topics.`;
  }
  const meant = nearestTopic(listed, asked);
  return meant === undefined || meant === asked
    ? 'list_topics lists all ids, and each result of search has that of its topic.'
    : `Did you mean ${meant}? list_topics lists all ids.`;
}

/** The topic that was most likely meant by something that is not an id: an address, a title, or part of an id. */
function nearestTopic(listed: readonly ListedTopic[], asked: string): string | undefined {
  const topics = listed.filter(({ isTopic }) => isTopic);
  const ids = topics.map(({ id }) => id);
  const [, topic, topicOfChunk] = RESOURCE.exec(asked) ?? [];
  const addressed = decodeIfValid(topic ?? topicOfChunk ?? '');
  if (addressed !== '' && ids.includes(addressed)) return addressed;
  const title = asked.trim().toLowerCase();
  const titled = topics.find((each) => each.title.toLowerCase() === title);
  if (titled !== undefined || ids.length === 0) return titled?.id;
  return asked === '' ? undefined : (ids.find((id) => id.toLowerCase().includes(title)) ?? nearestName(asked, ids));
}
