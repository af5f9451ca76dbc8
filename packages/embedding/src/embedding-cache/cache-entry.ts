import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TopicmillError } from '@topicmill/base/diagnostics';
import {
  clearWay,
  errorCode,
  isObstruction,
  isPipe,
  listDirectory,
  removeFile,
  sha256Hex,
  shownInCache,
  sweepTemporaryFiles,
  writeFileIfChanged,
} from '@topicmill/base/files';
import { indentedJson, parseJsonIfValid } from '@topicmill/base/json';
import * as z from 'zod';
import { BYTES_PER_NUMBER, bytesToVector, isFiniteVector, vectorToBytes } from './vector-bytes.js';

/** Name of the file whose presence makes an entry. */
export const METADATA_FILE = 'metadata.json';

const FORMAT_VERSION = 1;
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

const chunkSchema = z.strictObject({
  file: z.string(),
  text_sha256: sha256,
  byte_length: z.int().positive(),
  sha256,
});

const metadataSchema = z.strictObject({
  format: z.literal(FORMAT_VERSION),
  strategy: z.string(),
  model: z.string(),
  source_sha256: sha256,
  dimensions: z.int().positive(),
  chunk_count: z.int().positive(),
  chunks: z.array(chunkSchema),
  checksum: sha256,
});

/** What `metadata.json` says about one vector: `sha256` and `byte_length` are of the `.bin` file. */
export type ChunkMetadata = Readonly<z.infer<typeof chunkSchema>>;

/** What `metadata.json` says about an entry, apart from its own checksum. */
export interface EntryMetadata {
  readonly strategy: string;
  readonly model: string;
  readonly source_sha256: string;
  readonly dimensions: number;
  readonly chunks: readonly ChunkMetadata[];
}

/** `chunk-<index>.bin`. */
export function chunkFileName(index: number): string {
  return `chunk-${index}.bin`;
}

/** The text of `metadata.json`: keys in a fixed order, the last one the SHA-256 of all before it. */
export function formatMetadata(metadata: EntryMetadata): string {
  const content = {
    format: FORMAT_VERSION,
    strategy: metadata.strategy,
    model: metadata.model,
    source_sha256: metadata.source_sha256,
    dimensions: metadata.dimensions,
    chunk_count: metadata.chunks.length,
    chunks: metadata.chunks.map((chunk) => ({
      file: chunk.file,
      text_sha256: chunk.text_sha256,
      byte_length: chunk.byte_length,
      sha256: chunk.sha256,
    })),
  };
  return indentedJson({ ...content, checksum: sha256Hex(JSON.stringify(content)) });
}

/**
 * Reads the text of `metadata.json`. A text that `formatMetadata` would not have written, to the byte, is damaged.
 *
 * @returns the metadata, or `undefined` when it is damaged or of another format
 */
export function parseMetadata(text: string): EntryMetadata | undefined {
  const parsed = metadataSchema.safeParse(parseJsonIfValid(text));
  if (!parsed.success) return undefined;
  const metadata = parsed.data;
  const consistent = metadata.chunks.every(
    (chunk, index) =>
      chunk.file === chunkFileName(index) && chunk.byte_length === metadata.dimensions * BYTES_PER_NUMBER,
  );
  return consistent && formatMetadata(metadata) === text ? metadata : undefined;
}

/** The text hashes that a `metadata.json` lists, in order, without checking anything else about it. */
export function scanTextSha256s(text: string): string[] {
  return Array.from(text.matchAll(/"text_sha256": "([0-9a-f]{64})"/g), (match) => match[1]!);
}

/**
 * Why an entry cannot be used.
 * `absent`: there is none. `chunk-count`, `text`, `dimensions`: it is sound, but of other chunks or vectors than those
 * asked for. `foreign`: it belongs to another strategy, model or source. `damaged`: a file is missing, truncated or
 * altered. `unreadable`: the system refuses to read a file.
 */
export type MissReason = 'absent' | 'chunk-count' | 'damaged' | 'dimensions' | 'foreign' | 'text' | 'unreadable';

/** An entry that cannot be used. */
export interface CacheMiss {
  readonly hit: false;
  readonly reason: MissReason;
  /** One sentence for people. */
  readonly detail: string;
  /** File system path of the file at fault. */
  readonly path: string;
}

type Found<Value> = { readonly hit: true; readonly value: Value } | CacheMiss;

/** Reads and checks the `metadata.json` of an entry's folder; not its vectors. */
export function readMetadata(directory: string): Found<EntryMetadata> {
  const path = join(directory, METADATA_FILE);
  const bytes = readBytes(path, 'absent');
  if (!bytes.hit) return bytes;
  const metadata = parseMetadata(bytes.value.toString('utf8'));
  if (metadata === undefined) return cacheMiss('damaged', 'The metadata was altered or has another format.', path);
  return { hit: true, value: metadata };
}

/** Reads and checks one vector of an entry's folder. */
export function readVector(directory: string, chunk: ChunkMetadata): Found<Float32Array> {
  const path = join(directory, chunk.file);
  const bytes = readBytes(path, 'damaged');
  if (!bytes.hit) return bytes;
  if (bytes.value.length !== chunk.byte_length) {
    return cacheMiss('damaged', `The file has ${bytes.value.length} bytes, not ${chunk.byte_length}.`, path);
  }
  if (sha256Hex(bytes.value) !== chunk.sha256) return cacheMiss('damaged', 'The file was altered.', path);
  const vector = bytesToVector(bytes.value);
  if (vector === undefined) return cacheMiss('damaged', 'The file contains a number that is not finite.', path);
  return { hit: true, value: vector };
}

/** Reads and checks all vectors of an entry whose metadata is known. */
export function readVectors(directory: string, metadata: EntryMetadata): Found<Float32Array[]> {
  const vectors: Float32Array[] = [];
  for (const chunk of metadata.chunks) {
    const vector = readVector(directory, chunk);
    if (!vector.hit) return vector;
    vectors.push(vector.value);
  }
  return { hit: true, value: vectors };
}

export function cacheMiss(reason: MissReason, detail: string, path: string): CacheMiss {
  return { hit: false, reason, detail, path };
}

function readBytes(path: string, whenAbsent: 'absent' | 'damaged'): Found<Buffer> {
  try {
    // A look first: making and catching an error costs ten times as much.
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return cacheMiss(whenAbsent, 'There is no such file.', path);
    if (isPipe(stats)) return cacheMiss('damaged', 'It is a named pipe, a socket or a device.', path);
    return { hit: true, value: readFileSync(path) };
  } catch (cause) {
    const code = errorCode(cause);
    if (code === 'ENOENT' || code === 'ENOTDIR') return cacheMiss(whenAbsent, 'There is no such file.', path);
    return cacheMiss('unreadable', `The file cannot be read (${code}).`, path);
  }
}

/** One embedded text. */
export interface EmbeddedText {
  /** SHA-256 of the embedded text, 64 lower-case hex digits. */
  readonly textSha256: string;
  readonly vector: Float32Array;
}

/** What an entry belongs to, and what it contains: at least one vector, all of one length. */
interface EntryContent {
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
      if (attempt === ATTEMPTS || !isObstruction(error))
        throw unwritableCacheError(error, shownInCache(root, directory));
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

function unwritableCacheError(error: unknown, shown: string): TopicmillError {
  if (error instanceof TopicmillError) return error;
  return new TopicmillError('FILE_UNWRITABLE', `The folder cannot be written (${errorCode(error)}).`, {
    file: shown,
    remedy: 'Check that you may write to it and that the disk is not full.',
    cause: error,
  });
}
