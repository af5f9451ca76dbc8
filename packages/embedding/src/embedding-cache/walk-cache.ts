import { type Dirent, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { errorCode, parseTemporaryName, shownInCache } from '@topicmill/base/files';
import { compareCodeUnits } from '@topicmill/base/order';
import { sum } from '@topicmill/base/sums';
import { METADATA_FILE, readMetadata } from './cache-entry.js';
import { decodeFolderName, isEntryFolder, PENDING_FOLDER, pendingSourcePrefix } from './cache-key.js';

/** A folder that is named as an entry or a pending batch, whatever it contains. */
export interface EntryFolder {
  readonly kind: 'entry' | 'pending';
  /** First 16 hex digits of the source's SHA-256. */
  readonly sourcePrefix: string;
  readonly directory: string;
  /** Below the cache's root, with `/` on every system. */
  readonly relativePath: string;
  readonly files: readonly CacheFile[];
}

/** A file in an entry's folder, by the part that its name says it plays. */
interface CacheFile {
  readonly name: string;
  readonly role: 'metadata' | 'vector' | 'temporary' | 'other';
  readonly byteLength: number;
}

/** Everything below `{strategy}/{model}`. */
export interface ModelFolder {
  readonly strategy: string;
  readonly model: string;
  readonly directory: string;
  readonly entries: readonly EntryFolder[];
  /** Paths of what does not belong there, below the cache's root. */
  readonly strangers: readonly string[];
}

/**
 * What is under a cache's root, sorted by folder name in code units. Links are not followed.
 *
 * @returns the folders, and the paths of what no strategy or model is called after
 * @throws TopicmillError `FILE_UNREADABLE`
 */
export function walkCache(root: string): { models: ModelFolder[]; strangers: string[] } {
  const models: ModelFolder[] = [];
  const strangers: string[] = [];
  for (const strategyFolder of itemsIn(root, root)) {
    const strategy = decodedFolderName(strategyFolder);
    if (strategy === undefined) {
      strangers.push(strategyFolder.name);
      continue;
    }
    for (const modelFolder of itemsIn(root, join(root, strategyFolder.name))) {
      const model = decodedFolderName(modelFolder);
      const relativePath = `${strategyFolder.name}/${modelFolder.name}`;
      if (model === undefined) strangers.push(relativePath);
      else models.push(walkModel(root, relativePath, strategy, model));
    }
  }
  return { models, strangers };
}

function walkModel(root: string, relativePath: string, strategy: string, model: string): ModelFolder {
  const directory = join(root, relativePath);
  const entries: EntryFolder[] = [];
  const strangers: string[] = [];
  for (const item of itemsIn(root, directory)) {
    const path = `${relativePath}/${item.name}`;
    if (item.isDirectory() && isEntryFolder(item.name)) entries.push(entryFolder('entry', item.name, root, path));
    else if (item.isDirectory() && item.name === PENDING_FOLDER) walkPending(root, path, entries, strangers);
    else strangers.push(path);
  }
  return { strategy, model, directory, entries, strangers };
}

function walkPending(root: string, relativePath: string, entries: EntryFolder[], strangers: string[]): void {
  for (const item of itemsIn(root, join(root, relativePath))) {
    const path = `${relativePath}/${item.name}`;
    const source = pendingSourcePrefix(item.name);
    if (item.isDirectory() && source !== undefined) entries.push(entryFolder('pending', source, root, path));
    else strangers.push(path);
  }
}

function entryFolder(kind: EntryFolder['kind'], prefix: string, root: string, relativePath: string): EntryFolder {
  const directory = join(root, relativePath);
  const files = itemsIn(root, directory).map((item) => ({
    name: item.name,
    role: item.isFile() ? fileRole(item.name) : ('other' as const),
    byteLength: fileByteLength(join(directory, item.name)),
  }));
  return { kind, sourcePrefix: prefix, directory, relativePath, files };
}

function fileRole(name: string): CacheFile['role'] {
  if (name === METADATA_FILE) return 'metadata';
  if (/^chunk-\d+\.bin$/.test(name)) return 'vector';
  return parseTemporaryName(name) === undefined ? 'other' : 'temporary';
}

function fileByteLength(path: string): number {
  return lstatSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** `undefined` for what is not a folder or has a name that no strategy or model has. */
function decodedFolderName(item: Dirent): string | undefined {
  return item.isDirectory() ? decodeFolderName(item.name) : undefined;
}

function itemsIn(root: string, directory: string): Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true }).sort((a, b) => compareCodeUnits(a.name, b.name));
  } catch (cause) {
    // Another process may remove a folder during the walk.
    if (errorCode(cause) === 'ENOENT' || errorCode(cause) === 'ENOTDIR') return [];
    throw new TopicmillError('FILE_UNREADABLE', `The folder cannot be read (${errorCode(cause)}).`, {
      file: shownInCache(root, directory),
      remedy: 'Check that you may read it.',
      cause,
    });
  }
}

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
  const models = walkCache(root).models.map(({ strategy, model, entries }) => ({
    strategy,
    model,
    ...countEntries(entries),
  }));
  return {
    entryCount: sum(models.map((model) => model.entryCount)),
    pendingCount: sum(models.map((model) => model.pendingCount)),
    vectorCount: sum(models.map((model) => model.vectorCount)),
    byteLength: sum(models.map((model) => model.byteLength)),
    models,
  };
}

function countEntries(entries: readonly EntryFolder[]): Omit<ModelStats, 'strategy' | 'model'> {
  const files = entries.flatMap((entry) => entry.files);
  return {
    entryCount: entries.filter((entry) => entry.kind === 'entry').length,
    pendingCount: entries.filter((entry) => entry.kind === 'pending').length,
    vectorCount: files.filter((file) => file.role === 'vector').length,
    byteLength: sum(files.map((file) => file.byteLength)),
  };
}

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
