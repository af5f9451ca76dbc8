import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { sha256Hex } from '@topicmill/base/files';
import { STATE_DIRECTORY, type Workspace } from '@topicmill/pipeline/runner';
import { isSealedSearchIndex } from '@topicmill/pipeline/state-cache';
import type { DocsLayout } from '@topicmill/pipeline/workspace';
import { readBuiltFiles } from '../built-topics/read-search-topics.js';

const SEARCH_STATE = 'query';

/** A search index on disk. */
export interface SearchIndexFolder {
  /** Folder that contains `_search/`. */
  readonly directory: string;
  readonly topicCount: number;
}

/**
 * The search index that was made for a docs root's topics as they are built now, with vectors of a model; `undefined` if
 * there is none, or it is not as it was written. It is below `.topicmill` and can be deleted at any time.
 *
 * @throws TopicmillError as `readBuiltFiles`
 */
export function findSearchIndex(layout: DocsLayout, model: string): SearchIndexFolder | undefined {
  const topics = [...layout.tree.values()].flatMap((folder) =>
    folder.isTopic ? (readBuiltFiles(folder, layout) ?? []) : [],
  );
  const directory = join(searchStates(layout.root), searchIndexName(layout, topics, model));
  return isSealedSearchIndex(directory) ? { directory, topicCount: topics.length } : undefined;
}

/** Removes every search index that was kept. */
export function removeSearchIndexes(root: string): void {
  rmSync(searchStates(root), { recursive: true, force: true });
}

/** Folder of the search indexes of a workspace, by their names. */
export function searchStates(root: string): string {
  return join(root, STATE_DIRECTORY, SEARCH_STATE);
}

/**
 * Name of the search index of some topics: it changes with whatever the index is made from.
 *
 * @param model whose vectors it has; `undefined` for none
 */
export function searchIndexName(
  { engine, config }: Pick<Workspace, 'engine' | 'config'>,
  topics: readonly { readonly sha256: string }[],
  model: string | undefined,
): string {
  const settings = JSON.stringify([config.roots ?? [], config.search.synonyms]);
  const made = [engine, model ?? '', settings, ...topics.map(({ sha256 }) => sha256)];
  return sha256Hex(made.join('\n')).slice(0, 16);
}
