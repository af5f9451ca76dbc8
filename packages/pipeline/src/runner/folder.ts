import type { Diagnostic } from '@topicmill/base/diagnostics';
import { pagesRootsOf, type TopicmillConfig } from '../config/index.js';
import type { PageCategory, TopicPage } from '../sources/index.js';
import { textHash } from './build-record.js';

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
  /** What the site says about a folder of pages that has no page of its own. */
  readonly category?: PageCategory;
  /**
   * Where the files are that people write for it, by the names that steps have for them; paths below the workspace's root,
   * with `/`. `undefined` where all are in the folder itself.
   */
  readonly sources?: ReadonlyMap<string, string>;
  /** Why it cannot be built, whatever it contains; names no file. */
  readonly fault?: Diagnostic;
  /** Documents, its own and those below it, that git was told not to check out; `undefined` where there are none. */
  readonly absentCount?: number;
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

/** Everything that a site says about a folder's page, as text; empty for a folder of which no site says anything. */
export function pageDigest(config: TopicmillConfig, { page, category }: Folder): string {
  if (page === undefined) return category === undefined ? '' : JSON.stringify(category);
  return `${JSON.stringify(page)}\n${settingsDigest(config, page.rootIndex)}`;
}

/** Hash of such a text as a run is planned with it. */
export function pageHash(digest: string): string {
  return digest === '' ? '' : textHash(digest);
}

const digests = new WeakMap<TopicmillConfig, Map<number, string>>();

/** The order of pages says nothing of a single one. */
function settingsDigest(config: TopicmillConfig, rootIndex: number): string {
  const known = digests.get(config) ?? new Map<number, string>();
  digests.set(config, known);
  const digest = known.get(rootIndex) ?? JSON.stringify({ ...pagesRootsOf(config)[rootIndex]!.site, order: undefined });
  known.set(rootIndex, digest);
  return digest;
}
