import type { Folder } from '../runner/index.js';

/** A text file as read. */
export interface SnapshotFile {
  readonly text: string;
  readonly bytes: Uint8Array;
}

/** A folder of the docs root with its files as they are. */
export interface FolderSnapshot {
  readonly folder: Folder;
  /** Names of the files in `_chunks` that belong to chunks of the reference. */
  readonly chunkFileNames: readonly string[];
  /**
   * A file by its path below the folder; `undefined` when it is not there.
   *
   * @throws TopicmillError when it is there and cannot be read as text
   */
  read(path: string): SnapshotFile | undefined;
  /** Path of a file as messages name it. */
  displayPath(path: string): string;
}
