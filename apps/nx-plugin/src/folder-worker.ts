import {
  type FolderReport,
  folderWork,
  runFolder,
  type SourceHashes,
  type Workspace,
} from '@topicmill/pipeline/runner';
import { INDEX } from '@topicmill/pipeline/steps';
import { openWorkspace } from '@topicmill/pipeline/workspace';

/** A folder whose steps a worker thread runs. */
export interface FolderJob {
  readonly workspaceRoot: string;
  readonly folderId: string;
  readonly expected: SourceHashes | undefined;
}

let opened: Workspace | undefined;

/** Runs the steps of one folder; the workspace is opened, and the model loaded, once a thread. */
export function runJob({ workspaceRoot, folderId, expected }: FolderJob): Promise<FolderReport> {
  opened ??= openWorkspace(workspaceRoot, { env: process.env });
  const folder = opened.tree.get(folderId)!;
  return runFolder(folderWork(INDEX, folder), opened, { expected });
}
