import { fileURLToPath } from 'node:url';

/** Paths of the scripts of `<topicmill-search>`, by their names next to a search index; what pages load comes first. */
export function searchBoxScripts(): ReadonlyMap<string, string> {
  return new Map([
    ['topicmill-search.js', fileURLToPath(new URL('../../dist/search-box/topicmill-search.js', import.meta.url))],
    [
      'topicmill-search-meaning.js',
      fileURLToPath(new URL('../../dist/search-box/topicmill-search-meaning.js', import.meta.url)),
    ],
    [
      'topicmill-search-panel.js',
      fileURLToPath(new URL('../../dist/search-box/topicmill-search-panel.js', import.meta.url)),
    ],
  ]);
}
