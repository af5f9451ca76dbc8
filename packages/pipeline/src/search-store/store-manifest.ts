import { existsSync, lstatSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readSealedFile, sealJson, sha256Hex, sweepTemporaryFiles, writeCacheFile } from '@topicmill/base/files';
import { ANALYSIS, type Edition } from '@topicmill/search/retrieval';
import { SEGMENT_VERSION } from '@topicmill/search/retrieval/node';
import type { TopicmillConfig } from '../config/index.js';
import { STATE_DIRECTORY } from '../runner/index.js';

/** Folder of `.topicmill` with the search indexes of a workspace, a folder for each choice of embedding models. */
const SEARCH_STORE = 'search';
const MANIFEST = 'manifest.json';
/** Beside the indexes, as long as they are older than what was built. */
const OUTDATED = 'outdated';

/** What the bytes of an index mean: an index of other ones is rebuilt. */
const VERSION = `${SEGMENT_VERSION} ${ANALYSIS}`;

/** One segment, and what is known about it without opening it. */
export interface StoredSegment {
  /** Name of its file: a hash of its bytes. */
  readonly file: string;
  /** Size and time of change of the file when it was last known to be sound. */
  readonly stat: string;
  /** The docs that its pages belong to. */
  readonly edition?: Edition | undefined;
  /** Numbers of the pages in it that are no longer current; rising. */
  readonly deleted: readonly number[];
  /** Of the pages that are. */
  readonly pageCount: number;
  readonly chunkCount: number;
}

/** The segments that are the search index now. */
export interface StoreManifest {
  readonly version: string;
  /** Names the release of the code that made the pages. */
  readonly engine: string;
  /** Exact names of the models whose vectors are in it. */
  readonly models: string;
  /** Exact name of the model of chunks, with the length of its vectors, if all chunks have one. */
  readonly vectors?: { readonly model: string; readonly dimensions: number } | undefined;
  /** Identifies all that the pages are made from, if all chunks have a vector: as long as it is the same, no segment is opened. */
  readonly built?: string;
  readonly segments: readonly StoredSegment[];
}

/** Path of the search index of a workspace for its embedding models, as the configuration names them. */
export function storeDirectory(root: string, { model, questions }: TopicmillConfig['embedding']): string {
  const names = questions === undefined ? model : `${model}\n${questions}`;
  return join(root, STATE_DIRECTORY, SEARCH_STORE, sha256Hex(names).slice(0, 8));
}

/** The manifest of an index: `undefined` where there is none that this release can read. */
export function readStoreManifest(directory: string): StoreManifest | undefined {
  const file = readSealedFile(join(directory, MANIFEST));
  const manifest = file.status === 'sound' ? (file.content as StoreManifest) : undefined;
  return manifest?.version === VERSION ? manifest : undefined;
}

/** The files of the index that is current, below `.topicmill`, with `/`. */
export function storedFiles(root: string, embedding: TopicmillConfig['embedding']): ReadonlySet<string> {
  const directory = storeDirectory(root, embedding);
  const below = `${SEARCH_STORE}/${basename(directory)}`;
  const segments = readStoreManifest(directory)?.segments ?? [];
  return new Set([
    `${SEARCH_STORE}/${OUTDATED}`,
    ...[MANIFEST, ...segments.map(({ file }) => file)].map((name) => `${below}/${name}`),
  ]);
}

/**
 * Makes some segments the index, all of whose files are there.
 *
 * @throws TopicmillError `FILE_UNWRITABLE`
 */
export function writeStoreManifest(root: string, directory: string, manifest: Omit<StoreManifest, 'version'>): void {
  const content: StoreManifest = { version: VERSION, ...manifest };
  writeCacheFile(join(root, STATE_DIRECTORY), join(directory, MANIFEST), sealJson(content));
}

/** Distinguishes two states of an index by one look; `undefined` where there is none. */
export function storeStamp(directory: string): string | undefined {
  const stats = lstatSync(join(directory, MANIFEST), { throwIfNoEntry: false });
  return stats && `${stats.size} ${stats.mtimeMs} ${stats.ctimeMs} ${stats.ino}`;
}

function outdatedPath(root: string): string {
  return join(root, STATE_DIRECTORY, SEARCH_STORE, OUTDATED);
}

/**
 * Notes that what is built is newer than the search index, until this is updated.
 *
 * @throws TopicmillError `FILE_UNWRITABLE`
 */
export function outdateSearchStore(root: string): void {
  // Where there is none, the first search makes one.
  if (!existsSync(join(root, STATE_DIRECTORY, SEARCH_STORE))) return;
  writeCacheFile(join(root, STATE_DIRECTORY), outdatedPath(root), '');
}

export function isSearchStoreOutdated(root: string): boolean {
  return existsSync(outdatedPath(root));
}

export function markSearchStoreCurrent(root: string): void {
  rmSync(outdatedPath(root), { force: true });
  const directory = join(root, STATE_DIRECTORY, SEARCH_STORE);
  if (existsSync(directory)) sweepTemporaryFiles(directory, (name) => name === OUTDATED);
}
