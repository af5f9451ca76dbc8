import { fnv1a32 } from '@topicmill/text/hashes';
import { findLinks } from '@topicmill/text/markdown';
import type { SearchTopic } from './search-topic.js';

const ELSEWHERE = /^(?:[a-z][a-z\d+.-]*:|\/\/|#)/i;
const ENDING = /\.(?:mdx?|markdown|html?)$/;
const FOLDER_PAGE = /^(?:_?index|readme)$/;

/**
 * What the links of a page name, each once: the end of a path, whatever address or folder of files it begins with. Whether a page
 * has that name is known when pages are together. A relative path starts at the folder of the page, or at the page, which may be a
 * folder to its site.
 *
 * @returns rising numbers of 31 bits
 */
export function linkKeys({ id, chunks }: Pick<SearchTopic, 'id' | 'chunks'>): Uint32Array {
  const page = pathOf(id);
  const keys = new Set<number>();
  for (const { text } of chunks) {
    for (const { destination } of findLinks(text)) {
      if (ELSEWHERE.test(destination)) continue;
      const path = destination
        .replace(/[?#].*/s, '')
        .toLowerCase()
        .replace(ENDING, '');
      if (path.startsWith('/')) {
        const names = pathOf(path);
        keys.add(keyOf(names)).add(keyOf(names.slice(-1)));
      } else {
        for (const base of [page.slice(0, -1), page]) keys.add(keyOf(pathOf(path, base)));
      }
    }
  }
  keys.delete(keyOf(page));
  return Uint32Array.from(keys).sort();
}

/**
 * How many pages link to each. Pages with the same end of a path, as translations are, share theirs.
 *
 * @param ids by topic number
 * @param linksOf `linkKeys` of a topic
 */
export function countLinks(ids: readonly string[], linksOf: (topic: number) => Iterable<number>): Uint32Array {
  const keys = ids.map((id) => keyOf(pathOf(id)));
  const counts = new Map(keys.map((key) => [key, 0]));
  for (const topic of ids.keys()) {
    for (const key of linksOf(topic)) {
      const count = counts.get(key);
      if (count !== undefined) counts.set(key, count + 1);
    }
  }
  return Uint32Array.from(keys, (key) => counts.get(key)!);
}

/** The names of a path, in lower case, without that of the page of a folder. */
function pathOf(path: string, base: readonly string[] = []): string[] {
  const names = [...base];
  for (const name of path.toLowerCase().split('/')) {
    if (name === '..') names.pop();
    else if (name !== '' && name !== '.') names.push(name);
  }
  if (FOLDER_PAGE.test(names.at(-1) ?? '')) names.pop();
  return names;
}

/** Small enough for the engine's fast integers. */
function keyOf(names: readonly string[]): number {
  return fnv1a32(names.slice(-2).join('/')) >>> 1;
}
