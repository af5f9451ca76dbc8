import { readMetadata } from './read-entry.js';
import { walkCache } from './walk-cache.js';

/**
 * The lengths of the vectors that a cache keeps, by model, each with the first entry that has it, below the root with `/`.
 *
 * @throws TopicmillError `FILE_UNREADABLE` when a folder cannot be listed
 */
export function vectorLengths(root: string): Map<string, Map<number, string>> {
  const byModel = new Map<string, Map<number, string>>();
  for (const { strategy, model, entries } of walkCache(root).models) {
    const lengths = byModel.get(model) ?? new Map<number, string>();
    byModel.set(model, lengths);
    for (const { directory, relativePath } of entries) {
      const found = readMetadata(directory);
      if (!found.hit || found.value.model !== model || found.value.strategy !== strategy) continue;
      if (!lengths.has(found.value.dimensions)) lengths.set(found.value.dimensions, relativePath);
    }
  }
  return byModel;
}
