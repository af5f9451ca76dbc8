import { METADATA_FILE, readMetadata, readVectors } from './cache-entry.js';
import { sourcePrefix } from './cache-key.js';
import { type EntryFolder, type ModelFolder, vectorLengths, walkCache } from './walk-cache.js';

/**
 * `damaged`: a file is missing, truncated or altered. `foreign`: the entry is in another strategy's, model's or
 * source's folder. `incomplete`: a writer was killed before the entry was whole. `temporary`: a file that a killed
 * writer left. `mixed`: the model's vectors have another length elsewhere, or it gives others now. `unexpected`: something that no writer of the cache makes. `unreadable`: the system refuses to read it.
 */
export type CacheProblemKind =
  | 'damaged'
  | 'foreign'
  | 'incomplete'
  | 'mixed'
  | 'temporary'
  | 'unexpected'
  | 'unreadable';

/** One finding. None but `mixed` can lead to a wrong vector; each costs at most an embedding made again. */
export interface CacheProblem {
  readonly kind: CacheProblemKind;
  /** Below the cache's root, with `/` on every system. */
  readonly path: string;
  /** One sentence for people. */
  readonly message: string;
}

/** What `verifyCache` found. */
export interface CacheVerification {
  /** Entries and pending batches looked at. */
  readonly entryCount: number;
  /** Those of them that are whole and sound. */
  readonly soundCount: number;
  readonly problems: readonly CacheProblem[];
}

/**
 * Reads and checks every file of a cache.
 *
 * @throws TopicmillError `FILE_UNREADABLE` when a folder cannot be listed
 */
export function verifyCache(root: string): CacheVerification {
  const { models, strangers } = walkCache(root);
  const problems = strangers.map(unexpected);
  let entryCount = 0;
  let soundCount = 0;
  for (const model of models) {
    problems.push(...model.strangers.map(unexpected));
    for (const entry of model.entries) {
      const problem = checkEntry(model, entry);
      entryCount++;
      if (problem === undefined) soundCount++;
      else problems.push(problem);
      problems.push(...leftovers(entry));
    }
  }
  return { entryCount, soundCount, problems: [...problems, ...mixedLengths(root)] };
}

/**
 * Models of which a cache has vectors of several lengths: a server served two models under one name.
 *
 * @throws TopicmillError `FILE_UNREADABLE` when a folder cannot be listed
 */
export function mixedLengths(root: string): CacheProblem[] {
  return [...vectorLengths(root)].flatMap(([model, lengths]) =>
    [...lengths].slice(1).map(([length, path]) => {
      const message = `${model} is no longer the model that it was: there are vectors of ${[...lengths.keys()][0]} and of ${length} numbers.`;
      return { kind: 'mixed' as const, path, message };
    }),
  );
}

function checkEntry(model: ModelFolder, entry: EntryFolder): CacheProblem | undefined {
  const path = entry.relativePath;
  const metadata = readMetadata(entry.directory);
  if (!metadata.hit) {
    if (metadata.reason === 'absent') return { kind: 'incomplete', path, message: 'The entry was never finished.' };
    return { kind: problemKind(metadata.reason), path: `${path}/${METADATA_FILE}`, message: metadata.detail };
  }
  const { strategy, model: name, source_sha256 } = metadata.value;
  if (strategy !== model.strategy || name !== model.model || sourcePrefix(source_sha256) !== entry.sourcePrefix) {
    return { kind: 'foreign', path, message: 'The entry belongs to another strategy, model or source.' };
  }
  const vectors = readVectors(entry.directory, metadata.value);
  if (vectors.hit) return undefined;
  const fileName = vectors.path.slice(entry.directory.length + 1);
  return { kind: problemKind(vectors.reason), path: `${path}/${fileName}`, message: vectors.detail };
}

function leftovers(entry: EntryFolder): CacheProblem[] {
  return entry.files
    .filter((file) => file.role === 'temporary' || file.role === 'other')
    .map(({ name, role }) => {
      const path = `${entry.relativePath}/${name}`;
      if (role === 'other') return unexpected(path);
      return { kind: 'temporary', path, message: 'A writer was killed while it wrote this file.' };
    });
}

function problemKind(reason: string): CacheProblemKind {
  return reason === 'unreadable' ? 'unreadable' : 'damaged';
}

function unexpected(path: string): CacheProblem {
  return { kind: 'unexpected', path, message: 'The cache does not write such a file or folder.' };
}
