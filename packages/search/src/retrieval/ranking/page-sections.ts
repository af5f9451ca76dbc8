import type { Edition, Editions } from '../search-index/editions.js';
import type { TopicTitles } from '../search-index/titles.js';

/** The parts of the docs, by the folders that their pages are in. */
export interface PageSections {
  /** First folders below those that versions, languages and the docs as a whole are in; sorted by code unit. */
  readonly names: readonly string[];
  /** Whether a topic is in a folder, which may be given from where the names begin or by its whole path. */
  has(topic: number, section: string): boolean;
}

export function pageSections(topics: readonly TopicTitles[], editions: Pick<Editions, 'of'>): PageSections {
  const paths = topics.map(({ id }, topic) => pathInDocs(id, editions.of(topic)));
  const shared = sharedFolder(paths);
  const inShared = paths.map((path) => path.slice(shared.length));
  const names = inShared.flatMap((path) => (path.includes('/') ? [path.slice(0, path.indexOf('/'))] : []));
  return {
    names: [...new Set(names)].sort(),
    has: (topic, section) =>
      [topics[topic]!.id, paths[topic]!, inShared[topic]!].some(
        (path) => path === section || path.startsWith(`${section}/`),
      ),
  };
}

/** The folders that all pages are in, as in the docs of a site that are one of its roots; none if they are all that there is. */
function sharedFolder(paths: readonly string[]): string {
  let shared = '';
  for (;;) {
    const next = /^[^/]+\//.exec(`${paths[0] ?? ''}/`.slice(shared.length))?.[0];
    if (next === undefined) return shared;
    const folder = shared + next;
    const isShared = paths.every((path) => `${path}/`.startsWith(folder));
    if (!isShared || !paths.some((path) => path.slice(folder.length).includes('/'))) return shared;
    shared = folder;
  }
}

/** Path of a topic below the folder that has its version and language. */
function pathInDocs(id: string, edition: Edition | undefined): string {
  return edition !== undefined && id.startsWith(`${edition.root}/`) ? id.slice(edition.root.length + 1) : id;
}
