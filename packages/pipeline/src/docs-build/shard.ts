import { hashTerm } from '@topicmill/text/hashes';
import type { Folder, FolderTree } from '../runner/index.js';

/** One of several parts of the folders of a docs root. */
export interface Shard {
  /** From 1 on. */
  readonly number: number;
  readonly count: number;
}

/** @returns `undefined` if the text is not like `2/4`, with a number from 1 to the count */
export function parseShard(text: string): Shard | undefined {
  const [, number, count] = /^([1-9]\d*)\/([1-9]\d*)$/.exec(text) ?? [];
  const shard = { number: Number(number), count: Number(count) };
  return shard.number <= shard.count ? shard : undefined;
}

/**
 * The folders of a shard: of those without folders below them, those whose ids it has by their hash. What a folder above
 * says depends on all below it, so those are for the run that has the results of all shards. A new or deleted folder moves
 * no other into another shard.
 */
export function foldersOfShard(tree: FolderTree, { number, count }: Shard): Folder[] {
  const isLeaf = ({ parentId, childIds }: Folder): boolean => parentId !== undefined && childIds.length === 0;
  return [...tree.values()].filter((folder) => isLeaf(folder) && hashTerm(folder.id) % count === number - 1);
}
