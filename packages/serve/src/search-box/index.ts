import { fileURLToPath } from 'node:url';

/** The script of `<topicmill-search>`: one file without dependencies, which a static host serves next to a search index. */
export function searchBoxFile(): string {
  return fileURLToPath(new URL('../../dist/search-box/topicmill-search.js', import.meta.url));
}
