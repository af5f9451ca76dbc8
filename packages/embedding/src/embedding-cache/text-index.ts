import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { addTo } from '@topicmill/base/groups';
import { type EntryMetadata, METADATA_FILE, readMetadata, readVector, scanTextSha256s } from './cache-entry.js';
import { isEntryFolder, modelDirectory, PENDING_FOLDER, pendingSourcePrefix } from './cache-key.js';

/** Where the vector of a text may be: a claim that is checked when it is used. */
interface TextPlace {
  readonly directory: string;
  readonly chunkIndex: number;
}

/** Finds vectors by the SHA-256 of their text among all entries of one strategy and model. */
export interface TextIndex {
  /** Adds what this process wrote itself. */
  add(directory: string, textSha256s: readonly string[]): void;
  /** Adds what other processes and threads have written since. Costs a look at two folders when that is nothing. */
  refresh(): void;
  /** The sound vectors of the texts, by SHA-256; texts without one are left out. */
  find(textSha256s: Iterable<string>): Map<string, Float32Array>;
}

/**
 * Reads which texts the entries of a strategy and model contain, each `metadata.json` once and without checking it.
 * Made once a process, and only when a source has changed. What other processes write later is not seen without
 * `refresh`: their vectors are then made again, never taken wrongly.
 */
export function buildTextIndex(root: string, strategy: string, model: string): TextIndex {
  const places = new Map<string, TextPlace[]>();
  const seen = new Set<string>();
  const directory = modelDirectory(root, strategy, model);
  let changedMs = '';
  const add = (entry: string, textSha256s: readonly string[]): void => {
    if (textSha256s.length > 0) seen.add(entry);
    for (const [chunkIndex, textSha256] of textSha256s.entries()) {
      addTo(places, textSha256, { directory: entry, chunkIndex });
    }
  };
  const refresh = (): void => {
    const now = [directory, join(directory, PENDING_FOLDER)].map(changeTime).join(' ');
    if (now === changedMs) return;
    changedMs = now;
    for (const entry of entryFolders(directory)) {
      if (!seen.has(entry)) add(entry, scanTextSha256s(readIfPossible(join(entry, METADATA_FILE))));
    }
  };
  refresh();
  const find = (textSha256s: Iterable<string>): Map<string, Float32Array> => {
    const metadataOf = metadataReader(strategy, model);
    const vectors = new Map<string, Float32Array>();
    for (const textSha256 of textSha256s) {
      for (const place of places.get(textSha256) ?? []) {
        const vector = vectors.has(textSha256) ? undefined : readPlace(place, textSha256, metadataOf);
        if (vector !== undefined) vectors.set(textSha256, vector);
      }
    }
    return vectors;
  };
  return { add, refresh, find };
}

function changeTime(directory: string): number | undefined {
  try {
    return statSync(directory, { throwIfNoEntry: false })?.mtimeMs;
  } catch {
    return undefined;
  }
}

function entryFolders(directory: string): string[] {
  const pending = join(directory, PENDING_FOLDER);
  return [
    ...namesIn(directory)
      .filter(isEntryFolder)
      .map((name) => join(directory, name)),
    ...namesIn(pending)
      .filter((name) => pendingSourcePrefix(name) !== undefined)
      .map((name) => join(pending, name)),
  ];
}

/** Names in a folder, sorted by code unit; none if it cannot be listed, since vectors that are not found are rebuilt. */
export function namesIn(directory: string): string[] {
  try {
    // A look first: making and catching an error costs ten times as much.
    return existsSync(directory) ? readdirSync(directory).sort() : [];
  } catch {
    return [];
  }
}

type MetadataReader = (directory: string) => EntryMetadata | undefined;

/** Reads each entry's metadata once; those of another strategy or model are as none. */
function metadataReader(strategy: string, model: string): MetadataReader {
  const known = new Map<string, EntryMetadata | undefined>();
  return (directory) => {
    if (!known.has(directory)) {
      const found = readMetadata(directory);
      const isOurs = found.hit && found.value.strategy === strategy && found.value.model === model;
      known.set(directory, isOurs ? found.value : undefined);
    }
    return known.get(directory);
  };
}

function readPlace(place: TextPlace, textSha256: string, metadataOf: MetadataReader): Float32Array | undefined {
  const chunk = metadataOf(place.directory)?.chunks[place.chunkIndex];
  if (chunk?.text_sha256 !== textSha256) return undefined;
  const vector = readVector(place.directory, chunk);
  return vector.hit ? vector.value : undefined;
}

function readIfPossible(path: string): string {
  try {
    return statSync(path).isFile() ? readFileSync(path, 'utf8') : '';
  } catch {
    return '';
  }
}
