import { decodeIfValid, resolveInRoot } from '@topicmill/base/paths';
import { fnv1a32 } from '@topicmill/text/hashes';
import { findLinks } from '@topicmill/text/markdown';
import type { SearchTopic } from './search-topic.js';

const ELSEWHERE = /^(?:[a-z][a-z\d+.-]*:|\/\/|#)/i;
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
      if (ELSEWHERE.test(destination)) continue;
      const path = decodeIfValid(destination.replace(/[?#].*/s, ''));
      if (path.startsWith('/')) keys.add(keyOf(path)).add(keyOf(path, 1));
      else for (const folder of [folderOf(id), id]) keys.add(keyOf(resolveInRoot(folder, path)));
    }
  }
  keys.delete(keyOf(id));
  return Uint32Array.from(keys).sort();
}

/**
 * How many pages link to each. Pages with the same end of a path, as translations are, share theirs.
 *
 * @param ids by topic number
 * @param linksOf `linkKeys` of a topic
 */
export function countLinks(ids: readonly string[], linksOf: (topic: number) => Iterable<number>): Uint32Array {
  const keys = ids.map((id) => keyOf(id));
  const counts = new Map(keys.map((key) => [key, 0]));
  for (const topic of ids.keys()) {
    for (const key of linksOf(topic)) {
      const count = counts.get(key);
      if (count !== undefined) counts.set(key, count + 1);
    }
  }
  return Uint32Array.from(keys, (key) => counts.get(key)!);
}

/** Of the last names of a path, in lower case, without that of the page of a folder; small enough for the engine's fast integers. */
function keyOf(path: string, count = 2): number {
  const names = path.split('/').filter((name) => name !== '');
  const last = (names.pop() ?? '').toLowerCase().replace(ENDING, '');
  if (!FOLDER_PAGE.test(last)) names.push(last);
  return fnv1a32(names.slice(-count).join('/').toLowerCase()) >>> 1;
}

function folderOf(id: string): string {
  return id.slice(0, Math.max(0, id.lastIndexOf('/')));
}
