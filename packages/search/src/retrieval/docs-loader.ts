import { TopicmillError } from '@topicmill/base/diagnostics';

/** Bytes `start` to `end` (exclusive) of a file. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Reads published files. A program hands in how: over HTTP, from disk, from memory. */
export interface DocsLoader {
  /**
   * The bytes of a file, or of a part of it.
   *
   * @param path below the docs root, with `/`, not percent-encoded
   * @throws TopicmillError when it cannot be read: `DOCS_UNREACHABLE`, `FILE_UNREADABLE`
   */
  read(path: string, range?: ByteRange): Promise<Uint8Array>;
  /** SHA-256 of some bytes, where there is a faster one than that which runs anywhere. */
  readonly sha256?: (bytes: Uint8Array) => Uint8Array;
  /** Whether `read` gives the text of a chunk by its own path, where a file has those of several. */
  readonly hasChunksByPath?: boolean;
}

/**
 * Reads from files in memory.
 *
 * @param files content by path below the docs root
 */
export function memoryLoader(files: ReadonlyMap<string, Uint8Array>): DocsLoader {
  return {
    async read(path, range) {
      const bytes = files.get(path);
      if (bytes === undefined) {
        throw new TopicmillError('FILE_UNREADABLE', 'There is no such file.', {
          file: path,
          remedy: 'Build the docs again.',
        });
      }
      return range === undefined ? bytes : bytes.subarray(range.start, range.end);
    },
  };
}
