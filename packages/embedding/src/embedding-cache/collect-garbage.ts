import { dirname, join } from 'node:path';
import { removeEmptyFolder, removeFile, removeFolder, shownInCache } from '@topicmill/base/files';
import { METADATA_FILE } from './cache-entry.js';
import { PENDING_FOLDER } from './cache-key.js';
import { type EntryFolder, type ModelFolder, walkCache } from './walk-cache.js';

/** Whether some current source has this strategy, model and first 16 hex digits of its SHA-256. */
export type IsNeeded = (strategy: string, model: string, sourcePrefix: string) => boolean;

/** One thing that garbage collection removes. */
export interface Garbage {
  /** `unneeded`: no current source has this entry or batch. `superseded`: a batch whose source has its entry. `temporary`: left by a killed writer. */
  readonly reason: 'unneeded' | 'superseded' | 'temporary';
  /** Below the cache's root, with `/` on every system. */
  readonly path: string;
  readonly byteLength: number;
}

/** What `collectGarbage` removed, or would remove. */
export interface GarbageCollection {
  readonly dryRun: boolean;
  readonly removed: readonly Garbage[];
  readonly removedByteLength: number;
  /** Entries and pending batches that stay. */
  readonly keptCount: number;
}

/**
 * Removes the entries that no current source needs, the batches that are part of an entry by now, and the files that
 * killed writers left. What the cache did not write stays.
 *
 * @throws TopicmillError `FILE_UNREADABLE`, `FILE_UNWRITABLE`
 */
export function collectGarbage(root: string, isNeeded: IsNeeded, { dryRun = false } = {}): GarbageCollection {
  const { models } = walkCache(root);
  const plans = models.map((model) => planModel(model, isNeeded));
  const removed = plans.flatMap((plan) => plan.removed);
  if (!dryRun) {
    for (const garbage of removed) remove(root, garbage);
    for (const model of models) removeEmptyFolders(model.directory);
  }
  return {
    dryRun,
    removed,
    removedByteLength: removed.reduce((total, garbage) => total + garbage.byteLength, 0),
    keptCount: plans.reduce((total, plan) => total + plan.keptCount, 0),
  };
}

function planModel(model: ModelFolder, isNeeded: IsNeeded): { removed: Garbage[]; keptCount: number } {
  const removed: Garbage[] = [];
  let keptCount = 0;
  const whole = new Set(model.entries.filter(isWhole).map((entry) => entry.sourcePrefix));
  for (const entry of model.entries) {
    const needed = isNeeded(model.strategy, model.model, entry.sourcePrefix);
    const superseded = entry.kind === 'pending' && whole.has(entry.sourcePrefix);
    if (needed && !superseded) {
      keptCount++;
      removed.push(...temporaryFiles(entry));
      continue;
    }
    const byteLength = entry.files.reduce((total, file) => total + file.byteLength, 0);
    removed.push({ reason: needed ? 'superseded' : 'unneeded', path: entry.relativePath, byteLength });
  }
  return { removed, keptCount };
}

function isWhole(entry: EntryFolder): boolean {
  return entry.kind === 'entry' && entry.files.some((file) => file.role === 'metadata');
}

function temporaryFiles(entry: EntryFolder): Garbage[] {
  return entry.files
    .filter((file) => file.role === 'temporary')
    .map(({ name, byteLength }) => ({ reason: 'temporary', path: `${entry.relativePath}/${name}`, byteLength }));
}

/** The metadata is removed first, so that what a killed collection leaves is not read as an entry. */
function remove(root: string, garbage: Garbage): void {
  const path = join(root, garbage.path);
  if (garbage.reason === 'temporary') {
    removeFile(path, shownInCache(root, path));
    return;
  }
  removeFile(join(path, METADATA_FILE), shownInCache(root, join(path, METADATA_FILE)));
  removeFolder(path, shownInCache(root, path));
}

function removeEmptyFolders(modelDirectory: string): void {
  for (const directory of [join(modelDirectory, PENDING_FOLDER), modelDirectory, dirname(modelDirectory)]) {
    removeEmptyFolder(directory);
  }
}
