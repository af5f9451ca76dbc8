import type { TopicmillConfig } from '@topicmill/base/config';
import type { Folder, FolderTree, StateKind, Step } from '../runner/index.js';

/** What decides which folders have a target. */
export interface DocsRoot {
  /** Folder that holds `topicmill.yaml`. */
  readonly root: string;
  readonly config: TopicmillConfig;
  readonly tree: FolderTree;
}

/** One row of the table of targets beside `index`. */
export interface OptionalTarget {
  /** Of the target; its state is of this kind too. */
  readonly name: Exclude<StateKind, 'index' | 'authority'>;
  /** Whose results its steps read: those of all folders' own steps, those of a target of the same folder, or nobody's. */
  readonly reads: 'index' | 'pages' | undefined;
  /** All steps that some folder may have. */
  readonly steps: readonly Step[];
  /** The folders that have it; none when the configuration does not ask for it. */
  foldersIn(docsRoot: DocsRoot): readonly Folder[];
  stepsOf(folder: Folder): readonly Step[];
}
