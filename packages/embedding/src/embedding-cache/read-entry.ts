import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode, isPipe, sha256Hex } from '@topicmill/base/files';
import { type ChunkMetadata, type EntryMetadata, METADATA_FILE, parseMetadata } from './metadata.js';
import { bytesToVector } from './vector-bytes.js';

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
  if (metadata === undefined) return miss('damaged', 'The metadata was altered or has another format.', path);
  return { hit: true, value: metadata };
}

/** Reads and checks one vector of an entry's folder. */
export function readVector(directory: string, chunk: ChunkMetadata): Found<Float32Array> {
  const path = join(directory, chunk.file);
  const bytes = readBytes(path, 'damaged');
  if (!bytes.hit) return bytes;
  if (bytes.value.length !== chunk.byte_length) {
    return miss('damaged', `The file has ${bytes.value.length} bytes, not ${chunk.byte_length}.`, path);
  }
  if (sha256Hex(bytes.value) !== chunk.sha256) return miss('damaged', 'The file was altered.', path);
  const vector = bytesToVector(bytes.value);
  if (vector === undefined) return miss('damaged', 'The file contains a number that is not finite.', path);
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

export function miss(reason: MissReason, detail: string, path: string): CacheMiss {
  return { hit: false, reason, detail, path };
}

function readBytes(path: string, whenAbsent: 'absent' | 'damaged'): Found<Buffer> {
  try {
    // A look first: making and catching an error costs ten times as much.
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return miss(whenAbsent, 'There is no such file.', path);
    if (isPipe(stats)) return miss('damaged', 'It is a named pipe, a socket or a device.', path);
    return { hit: true, value: readFileSync(path) };
  } catch (cause) {
    const code = errorCode(cause);
    if (code === 'ENOENT' || code === 'ENOTDIR') return miss(whenAbsent, 'There is no such file.', path);
    return miss('unreadable', `The file cannot be read (${code}).`, path);
  }
}
