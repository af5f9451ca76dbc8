import { join } from 'node:path';
import { removeFolder, shownInCache } from '@topicmill/base/files';
import { type CacheMiss, cacheMiss, type EmbeddedText, readMetadata, readVectors, writeEntry } from './cache-entry.js';
import {
  type CacheKey,
  entryDirectory,
  modelDirectory,
  PENDING_FOLDER,
  pendingDirectory,
  pendingSourcePrefix,
  sourcePrefix,
} from './cache-key.js';
import { buildTextIndex, namesIn, type TextIndex } from './text-index.js';
import { vectorLengths } from './walk-cache.js';

/** An entry's vectors in the order of its chunks, or why there are none. */
export type CacheRead = { readonly hit: true; readonly vectors: readonly Float32Array[] } | CacheMiss;

/** What an entry must contain to be a hit. */
export interface ExpectedEntry {
  /** SHA-256 of each text that would be embedded, in order. */
  readonly textSha256s: readonly string[];
  /** Length of the model's vectors, where it is known beforehand. */
  readonly dimensions?: number | undefined;
}

/**
 * Vectors in files under one folder: `{strategy}/{model}/{source}/metadata.json` and `chunk-N.bin`. The folder is the
 * truth; the object keeps nothing that cannot be read from it again. Several processes may use one folder at once.
 */
export interface EmbeddingCache {
  /** Every file of the entry is checked; whatever is not as expected is a miss with its reason, never an exception. */
  read(key: CacheKey, expected: ExpectedEntry): CacheRead;
  /**
   * Sound vectors, by the SHA-256 of their text, among the entries and pending batches of a strategy and model: those
   * that were there when they were first asked for, and those written by this object since.
   */
  findByText(strategy: string, model: string, textSha256s: readonly string[]): Map<string, Float32Array>;
  /** Lengths of all vectors of a model, whatever their strategy. */
  vectorLengths(model: string): ReadonlySet<number>;
  /** Lets `findByText` know of what other processes and threads have written since. */
  refresh(strategy: string, model: string): void;
  /**
   * Writes or replaces an entry, and removes the pending batches of its source.
   *
   * @throws TopicmillError `FILE_UNWRITABLE`, `EMBEDDER_BAD_VECTOR`
   */
  write(key: CacheKey, texts: readonly EmbeddedText[]): void;
  /**
   * Keeps a batch of vectors until its source's entry can be written. `findByText` finds them, in this process and
   * the next.
   *
   * @throws TopicmillError `FILE_UNWRITABLE`, `EMBEDDER_BAD_VECTOR`
   */
  writePending(key: CacheKey, texts: readonly EmbeddedText[]): void;
}

/** Opens the cache under `root`; a missing folder is made by the first write. */
export function openEmbeddingCache(root: string): EmbeddingCache {
  const indexes = new Map<string, TextIndex>();
  const indexKey = (strategy: string, model: string): string => modelDirectory(root, strategy, model);
  const store = (directory: string, key: CacheKey, texts: readonly EmbeddedText[]): void => {
    writeEntry(root, directory, { ...key, texts });
    indexes.get(indexKey(key.strategy, key.model))?.add(directory, hashesOf(texts));
  };
  return {
    read: (key, expected) => readEntry(entryDirectory(root, key), key, expected),
    findByText(strategy, model, textSha256s) {
      const at = indexKey(strategy, model);
      const index = indexes.get(at) ?? buildTextIndex(root, strategy, model);
      indexes.set(at, index);
      return index.find(new Set(textSha256s));
    },
    vectorLengths: (model) => new Set(vectorLengths(root).get(model)?.keys()),
    refresh: (strategy, model) => indexes.get(indexKey(strategy, model))?.refresh(),
    write(key, texts) {
      store(entryDirectory(root, key), key, texts);
      removePending(root, key);
    },
    writePending: (key, texts) => store(pendingDirectory(root, key, hashesOf(texts)), key, texts),
  };
}

function readEntry(directory: string, key: CacheKey, expected: ExpectedEntry): CacheRead {
  const found = readMetadata(directory);
  if (!found.hit) return found;
  const metadata = found.value;
  const { strategy, model, sourceSha256 } = key;
  if (metadata.strategy !== strategy || metadata.model !== model || metadata.source_sha256 !== sourceSha256) {
    return cacheMiss('foreign', 'The entry belongs to another strategy, model or source.', directory);
  }
  if (metadata.chunks.length !== expected.textSha256s.length) {
    const counts = `${metadata.chunks.length} vectors for ${expected.textSha256s.length} texts`;
    return cacheMiss('chunk-count', `The entry has ${counts}.`, directory);
  }
  if (metadata.chunks.some((chunk, index) => chunk.text_sha256 !== expected.textSha256s[index])) {
    return cacheMiss('text', 'The entry was made from other texts.', directory);
  }
  if (expected.dimensions !== undefined && metadata.dimensions !== expected.dimensions) {
    const lengths = `${metadata.dimensions} numbers, the model's ${expected.dimensions}`;
    return cacheMiss('dimensions', `The entry's vectors have ${lengths}.`, directory);
  }
  const vectors = readVectors(directory, metadata);
  return vectors.hit ? { hit: true, vectors: vectors.value } : vectors;
}

function removePending(root: string, key: CacheKey): void {
  const directory = join(modelDirectory(root, key.strategy, key.model), PENDING_FOLDER);
  for (const name of namesIn(directory)) {
    if (pendingSourcePrefix(name) === sourcePrefix(key.sourceSha256))
      removeFolder(join(directory, name), shownInCache(root, join(directory, name)));
  }
}

function hashesOf(texts: readonly EmbeddedText[]): string[] {
  return texts.map((text) => text.textSha256);
}
