import { decodeIfValid, isAbsoluteUrl, resolveInRoot } from '@topicmill/base/paths';
import { fnv1a32 } from '@topicmill/text/hashes';
import { findLinks } from '@topicmill/text/markdown';
import { folderOf } from '@topicmill/topics/formats/file-names';
import type { SearchTopic } from './search-topic.js';

const ENDING = /\.(?:mdx?|markdown|html?)$/;
const FOLDER_PAGE = /^(?:_?index|readme)?$/;

/**
 * What the links of a page name, each once: the end of a path, whatever address or folder of files it begins with. Whether a page
 * has that name is known when pages are together. A relative path starts at the folder of the page, or at the page, which may be a
 * folder to its site.
 *
 * @returns rising numbers of 31 bits
 */
export function linkKeys({ id, chunks }: Pick<SearchTopic, 'id' | 'chunks'>): Uint32Array {
  const keys = new Set<number>();
  for (const { text } of chunks) {
    for (const { destination } of findLinks(text)) {
      if (isAbsoluteUrl(destination) || destination.startsWith('#')) continue;
      const path = decodeIfValid(destination.replace(/[?#].*/s, ''));
      if (path.startsWith('/')) keys.add(pathKey(path)).add(pathKey(path, 1));
      else for (const folder of [folderOf(id), id]) keys.add(pathKey(resolveInRoot(folder, path)));
    }
  }
  keys.delete(pathKey(id));
  return Uint32Array.from(keys).sort();
}

/**
 * How many pages link to each: by the last two names of its path, or by the last alone where no other page has it. Pages with the
 * same two, as translations are, share their links.
 *
 * @param ids by topic number
 * @param linksOf `linkKeys` of a topic
 */
export function countLinks(ids: readonly string[], linksOf: (topic: number) => Iterable<number>): Uint32Array {
  const keys = ids.map((id) => pathKey(id));
  const named = new Map<number, number | undefined>();
  for (const [topic, id] of ids.entries()) {
    const name = pathKey(id, 1);
    named.set(name, named.has(name) && named.get(name) !== keys[topic] ? undefined : keys[topic]);
  }
  const counts = new Map(keys.map((key) => [key, 0]));
  const countedFor = new Map<number, number>();
  for (const topic of ids.keys()) {
    for (const written of linksOf(topic)) {
      const key = counts.has(written) ? written : named.get(written);
      if (key === undefined || key === keys[topic] || countedFor.get(key) === topic) continue;
      countedFor.set(key, topic);
      counts.set(key, counts.get(key)! + 1);
    }
  }
  return Uint32Array.from(keys, (key) => counts.get(key)!);
}

/** Of the last names of a path, in lower case, without that of the page of a folder; small enough for the engine's fast integers. */
function pathKey(path: string, count = 2): number {
  const names = path.split('/').filter((name) => name !== '');
  const last = (names.pop() ?? '').toLowerCase().replace(ENDING, '');
  if (!FOLDER_PAGE.test(last)) names.push(last);
  return fnv1a32(names.slice(-count).join('/').toLowerCase()) >>> 1;
}
