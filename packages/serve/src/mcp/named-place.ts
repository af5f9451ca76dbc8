import { decodeIfValid } from '@topicmill/base/paths';
import type { Docs } from '@topicmill/search/retrieval';
import type { ChunkItem } from '@topicmill/topics/formats';
import { chunkSetOf, type ListedTopic, listTopics, readUri } from './topic-texts.js';

/** A topic, and one of its chunks where the address names one. */
export interface NamedPlace {
  readonly topic: string;
  readonly index?: number | undefined;
}

const WEB_ADDRESS = /^https?:\/\//i;

/**
 * What a client names where an id is asked for: an id, or an address as answers have it, of a page or section on the site, of a
 * resource, or an id with a chunk (`guide/install#3`, `guide/install#linux`). What names nothing known is taken for an id.
 *
 * @throws what the loader throws where nothing can be read now
 */
export async function namedPlace(docs: Docs, named: string): Promise<NamedPlace> {
  const resource = readUri(named);
  if (resource !== undefined) return resource;
  if (!WEB_ADDRESS.test(named) && !named.includes('#')) return { topic: named };
  const listed = (await listTopics(docs, '')).filter(({ isTopic }) => isTopic);
  const topic = WEB_ADDRESS.test(named)
    ? topicAtPath(listed, named)
    : listed.find(({ id }) => id === named.slice(0, named.indexOf('#')))?.id;
  if (topic === undefined) return { topic: named };
  const items = (await chunkSetOf(docs, topic))?.items ?? [];
  if (
    WEB_ADDRESS.test(named) &&
    !items.some(({ url }) => url !== undefined && normalizedAddress(url) === normalizedAddress(named))
  )
    return { topic: named };
  return { topic, index: chunkNamed(items, named) };
}

/** The same where a topic is wanted, whatever part of it is named. */
export async function topicNamed(docs: Docs, named: string | undefined): Promise<string | undefined> {
  return named === undefined ? undefined : (await namedPlace(docs, named)).topic;
}

/** The topic with the longest id that the path of an address ends with. */
function topicAtPath(listed: readonly ListedTopic[], address: string): string | undefined {
  const path = `/${normalizedAddress(address).replace(WEB_ADDRESS, '')}`;
  const ending = listed.filter(({ id }) => path.endsWith(`/${id}`));
  return ending.sort((a, b) => b.id.length - a.id.length)[0]?.id;
}

/** An address without what differs between links to the same page. */
function normalizedAddress(address: string): string {
  const [page] = address.split(/[?#]/, 1);
  return decodeIfValid(page!.replace(/(?:\/index)?\.html$/, '').replace(/(?<!\/)\/+$/, ''));
}

function chunkNamed(items: readonly ChunkItem[], named: string): number | undefined {
  const fragment = named.slice(named.indexOf('#') + 1);
  if (!named.includes('#')) return undefined;
  const item = items.find(({ id, url }) => url === named || id === named || url?.endsWith(`#${fragment}`));
  return item?.index ?? (/^\d+$/.test(fragment) ? Number(fragment) : undefined);
}
