import { sum } from '@topicmill/base/sums';
import { type EntryFolder, walkCache } from './walk-cache.js';

/** What the cache contains of one strategy and model. Nothing is checked here; `verifyCache` does that. */
export interface ModelStats {
  readonly strategy: string;
  readonly model: string;
  readonly entryCount: number;
  /** Batches whose source never got its entry. */
  readonly pendingCount: number;
  readonly vectorCount: number;
  readonly byteLength: number;
}

/** What a cache contains. */
export interface CacheStats {
  readonly entryCount: number;
  readonly pendingCount: number;
  readonly vectorCount: number;
  readonly byteLength: number;
  /** Sorted by folder name. */
  readonly models: readonly ModelStats[];
}

/**
 * Counts the entries, vectors and bytes of a cache, in total and for every strategy and model.
 *
 * @throws TopicmillError `FILE_UNREADABLE`
 */
export function cacheStats(root: string): CacheStats {
  const models = walkCache(root).models.map(({ strategy, model, entries }) => ({ strategy, model, ...count(entries) }));
  return {
    entryCount: sum(models.map((model) => model.entryCount)),
    pendingCount: sum(models.map((model) => model.pendingCount)),
    vectorCount: sum(models.map((model) => model.vectorCount)),
    byteLength: sum(models.map((model) => model.byteLength)),
    models,
  };
}

function count(entries: readonly EntryFolder[]): Omit<ModelStats, 'strategy' | 'model'> {
  const files = entries.flatMap((entry) => entry.files);
  return {
    entryCount: entries.filter((entry) => entry.kind === 'entry').length,
    pendingCount: entries.filter((entry) => entry.kind === 'pending').length,
    vectorCount: files.filter((file) => file.role === 'vector').length,
    byteLength: sum(files.map((file) => file.byteLength)),
  };
}
