import type { Folder } from './folder.js';
import type { Step } from './step.js';
import type { Workspace } from './workspace.js';

/** What decides which folders have a target. */
export type DocsRoot = Pick<Workspace, 'root' | 'config' | 'tree'>;

/** The same, with what is remembered of it. */
export type RecordedDocsRoot = DocsRoot & Pick<Workspace, 'record'>;

/** Steps that run together: in each folder that has the target, one state remembers them. */
export interface Target {
  /** Names its states, too: `.topicmill/<name>/<folder>/state.br`. */
  readonly name: string;
  /** All steps that some folder has, or had. */
  readonly steps: readonly Step[];
  /** The folders that have it. */
  foldersIn(docsRoot: DocsRoot): readonly Folder[];
  /** All steps that a folder of the same kind may have had; without it, any of them. */
  stepsOfKind?(folder: Folder): readonly Step[];
  /** The steps of one of them, in order. */
  stepsOf(folder: Folder): readonly Step[];
}

/** Steps of one folder, and the name of the target whose state remembers them. */
export interface FolderWork {
  readonly folder: Folder;
  readonly target: string;
  readonly steps: readonly Step[];
}

/** All steps that a target has in one folder. */
export function folderWork({ name, stepsOf }: Pick<Target, 'name' | 'stepsOf'>, folder: Folder): FolderWork {
  return { folder, target: name, steps: stepsOf(folder) };
}
