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
}
