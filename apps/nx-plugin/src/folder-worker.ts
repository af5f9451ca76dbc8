import {
  type FolderReport,
  folderWork,
  runFolder,
  type SourceHashes,
  type Workspace,
} from '@topicmill/pipeline/runner';
import { INDEX, STEP_TARGETS } from '@topicmill/pipeline/steps';
import { openWorkspace } from '@topicmill/pipeline/workspace';

/** A folder whose steps a worker thread runs. */
export interface FolderJob {
  readonly workspaceRoot: string;
  readonly folderId: string;
  /** Name of the target whose steps run. */
  readonly target: string;
  readonly expected: SourceHashes | undefined;
}

let opened: Workspace | undefined;

/** Runs the steps of one folder; the workspace is opened, and the model loaded, once a thread. */
export function runJob({ workspaceRoot, folderId, target: name, expected }: FolderJob): Promise<FolderReport> {
  opened ??= openWorkspace(workspaceRoot, { env: process.env });
  const folder = opened.tree.get(folderId)!;
  const target = [INDEX, ...STEP_TARGETS].find((each) => each.name === name)!;
  return runFolder(folderWork(target, folder), opened, { expected });
}
