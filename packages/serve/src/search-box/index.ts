import { fileURLToPath } from 'node:url';

/** Names of the scripts of `<topicmill-search>`, which a static host serves next to a search index: what pages load comes first. */
export const SEARCH_BOX_SCRIPTS = ['topicmill-search.js', 'topicmill-search-panel.js'] as const;

/** Path of one of them. */
export function searchBoxFile(name: (typeof SEARCH_BOX_SCRIPTS)[number]): string {
  return fileURLToPath(new URL(`../../dist/search-box/${name}`, import.meta.url));
}
