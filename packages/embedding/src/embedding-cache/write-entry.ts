import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TopicmillError } from '@topicmill/base/diagnostics';
import {
  clearWay,
  errorCode,
  isObstruction,
  listDirectory,
  removeFile,
  sha256Hex,
  shownInCache,
  sweepTemporaryFiles,
  writeFileIfChanged,
} from '@topicmill/base/files';
import { chunkFileName, formatMetadata, METADATA_FILE } from './metadata.js';
import { isFiniteVector, vectorToBytes } from './vector-bytes.js';

/** One embedded text. */
export interface EmbeddedText {
  /** SHA-256 of the embedded text, 64 lower-case hex digits. */
  readonly textSha256: string;
  readonly vector: Float32Array;
}

/** What an entry belongs to, and what it contains: at least one vector, all of one length. */
export interface EntryContent {
  readonly strategy: string;
  readonly model: string;
  readonly sourceSha256: string;
  readonly texts: readonly EmbeddedText[];
}

const ATTEMPTS = 3;

/**
 * Writes an entry's folder. The vectors come first and `metadata.json` last, so that a folder without it, or with
 * vectors that it does not describe, is not an entry: a killed writer, or two at once, leave a whole entry or none.
 * Whatever occupies the place of one of its files or folders is removed.
 *
 * @param root folder of the cache
 * @throws TopicmillError `FILE_UNWRITABLE`; `EMBEDDER_BAD_VECTOR` for vectors that are empty, differ in length or are not finite
 */
export function writeEntry(root: string, directory: string, content: EntryContent): void {
  const files = content.texts.map((text, index) => ({ name: chunkFileName(index), bytes: vectorToBytes(text.vector) }));
  const metadata = formatMetadata({
    strategy: content.strategy,
    model: content.model,
    source_sha256: content.sourceSha256,
    dimensions: checkedDimensions(content.texts),
    chunks: content.texts.map((text, index) => ({
      file: files[index]!.name,
      text_sha256: text.textSha256,
      byte_length: files[index]!.bytes.length,
      sha256: sha256Hex(files[index]!.bytes),
    })),
  });
  for (let attempt = 1; ; attempt++) {
    try {
      writeFolder(directory, files, metadata, shownInCache(root, directory));
      return;
    } catch (error) {
      // A garbage collection at the same time may also remove the folder between two of its files.
      if (attempt === ATTEMPTS || !isObstruction(error)) throw asUnwritable(error, shownInCache(root, directory));
      for (const name of [...files.map((file) => file.name), METADATA_FILE]) clearWay(root, join(directory, name));
    }
  }
}

function writeFolder(
  directory: string,
  files: readonly { name: string; bytes: Uint8Array }[],
  metadata: string,
  shown: string,
): void {
  const isNew = mkdirSync(directory, { recursive: true }) !== undefined;
  for (const file of files) writeVectorFile(join(directory, file.name), file.bytes, `${shown}/${file.name}`);
  writeFileIfChanged(join(directory, METADATA_FILE), metadata, `${shown}/${METADATA_FILE}`);
  if (isNew) return;
  removeSurplus(directory, files.length, shown);
  sweepTemporaryFiles(directory, () => true, undefined, shown);
}

/** An existing file is never written in place: a concurrent reader finds the old bytes or the new. */
function writeVectorFile(path: string, bytes: Uint8Array, shown: string): void {
  try {
    writeFileSync(path, bytes, { flag: 'wx' });
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
    writeFileIfChanged(path, bytes, shown);
  }
}

function removeSurplus(directory: string, chunkCount: number, shown: string): void {
  for (const name of listDirectory(directory, shown)) {
    const index = /^chunk-(\d+)\.bin$/.exec(name)?.[1];
    if (index !== undefined && Number(index) >= chunkCount) removeFile(join(directory, name), `${shown}/${name}`);
  }
}

function checkedDimensions(texts: readonly EmbeddedText[]): number {
  const dimensions = texts[0]?.vector.length ?? 0;
  if (dimensions === 0 || !texts.every(({ vector }) => vector.length === dimensions && isFiniteVector(vector))) {
    throw new TopicmillError('EMBEDDER_BAD_VECTOR', 'The vectors to keep are empty, not finite, or differ in length.', {
      remedy: 'Check the embedding model; its vectors must be finite and of one length.',
    });
  }
  return dimensions;
}

function asUnwritable(error: unknown, shown: string): TopicmillError {
  if (error instanceof TopicmillError) return error;
  return new TopicmillError('FILE_UNWRITABLE', `The folder cannot be written (${errorCode(error)}).`, {
    file: shown,
    remedy: 'Check that you may write to it and that the disk is not full.',
    cause: error,
  });
}
