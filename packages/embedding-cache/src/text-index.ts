import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listDirectory } from '@topicmill/files';
import { isEntryFolder, modelDirectory, PENDING_FOLDER, pendingSourcePrefix } from './cache-key.js';
import { type EntryMetadata, METADATA_FILE, scanTextSha256s } from './metadata.js';
import { readMetadata, readVector } from './read-entry.js';

/** Where the vector of a text may be: a claim that is checked when it is used. */
interface TextPlace {
  readonly directory: string;
  readonly chunkIndex: number;
}

/** Finds vectors by the SHA-256 of their text among all entries of one strategy and model. */
export interface TextIndex {
  /** Adds what this process wrote itself. */
  add(directory: string, textSha256s: readonly string[]): void;
  /** The sound vectors of the texts, by SHA-256; texts without one are left out. */
  find(textSha256s: Iterable<string>): Map<string, Float32Array>;
}

/**
 * Reads which texts the entries of a strategy and model hold, each `metadata.json` once and without checking it.
 * Made once a process, and only when a source has changed. What other processes write later is not seen: their
 * vectors are then made again, never taken wrongly.
 */
export function buildTextIndex(root: string, strategy: string, model: string): TextIndex {
  const places = new Map<string, TextPlace[]>();
  const add = (directory: string, textSha256s: readonly string[]): void => {
    textSha256s.forEach((textSha256, chunkIndex) => {
      const known = places.get(textSha256);
      if (known === undefined) places.set(textSha256, [{ directory, chunkIndex }]);
      else known.push({ directory, chunkIndex });
    });
  };
  for (const directory of entryFolders(modelDirectory(root, strategy, model))) {
    add(directory, scanTextSha256s(readIfPossible(join(directory, METADATA_FILE))));
  }
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
  return { add, find };
}

function entryFolders(directory: string): string[] {
  const pending = join(directory, PENDING_FOLDER);
  return [
    ...listDirectory(directory)
      .filter(isEntryFolder)
      .map((name) => join(directory, name)),
    ...listDirectory(pending)
      .filter((name) => pendingSourcePrefix(name) !== undefined)
      .map((name) => join(pending, name)),
  ];
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
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
