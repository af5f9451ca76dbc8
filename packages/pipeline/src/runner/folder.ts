import type { Diagnostic } from '@topicmill/base/diagnostics';
import type { PageCategory, TopicPage } from '../sources/index.js';

/** A topic, a category, or both; the docs root has id `''`. */
export interface Folder {
  /** Path below the docs root, with `/` on every system. */
  readonly id: string;
  /** Whether it has a reference of its own. */
  readonly isTopic: boolean;
  /** Id of the nearest folder above that has an index; `undefined` for the docs root. */
  readonly parentId: string | undefined;
  /** Ids of the folders directly below: sorted by code unit, or in the reading order of the site that has the pages. */
  readonly childIds: readonly string[];
  /** The page that it is made from; `undefined` for folders with their own files, and for folders of pages. */
  readonly page?: TopicPage;
  /** What the site says of a folder of pages that has no page of its own. */
  readonly category?: PageCategory;
  /**
   * Where the files are that people write for it, by the names that steps have for them; paths below the workspace's root,
   * with `/`. `undefined` where all are in the folder itself.
   */
  readonly sources?: ReadonlyMap<string, string>;
  /** Why it cannot be built, whatever it contains; names no file. */
  readonly fault?: Diagnostic;
}

const INCLUDED = 'included:';

/**
 * The name that steps have for a file whose text a page includes.
 *
 * @param path below the workspace's root
 */
export function includedName(path: string): string {
  return INCLUDED + path;
}

/** Names of the files whose text a folder's page includes, in the order of the page's inclusions. */
export function includedNames({ sources }: Pick<Folder, 'sources'>): string[] {
  return [...(sources?.keys() ?? [])].filter((name) => name.startsWith(INCLUDED));
}

/** All folders of a docs root by id; iteration goes from the deepest folders up, so that children come before parents. */
export type FolderTree = ReadonlyMap<string, Folder>;

/** Ids of the topics, sorted. */
export function topicIdsOf(tree: FolderTree): string[] {
  return [...tree.values()]
    .filter(({ isTopic }) => isTopic)
    .map(({ id }) => id)
    .sort();
}
