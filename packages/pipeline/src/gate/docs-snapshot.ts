import type { TopicmillConfig } from '../config/index.js';
import type { FolderTree } from '../runner/index.js';

/** The sources of a docs root as they are or were. */
export interface DocsSnapshot {
  readonly config: TopicmillConfig;
  readonly tree: FolderTree;
  /**
   * A file of a folder, or `undefined` when there is none.
   *
   * @param id of the folder
   * @param path below the folder, with `/`
   * @throws TopicmillError `FILE_UNREADABLE`
   */
  read(id: string, path: string): Promise<Uint8Array | undefined>;
}
