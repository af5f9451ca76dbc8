import { formatDiagnostic } from '@topicmill/base/diagnostics';
import {
  type FolderReport,
  folderWork,
  lateEdits,
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

/** A thread ends without a last look at the files that it replaced, so it looks between jobs. */
const LATE_EDIT_MS = 5000;

/** Runs the steps of one folder; the workspace is opened, and the model loaded, once a thread. */
export async function runJob({ workspaceRoot, folderId, target: name, expected }: FolderJob): Promise<FolderReport> {
  opened ??= openWorkspace(workspaceRoot, { env: process.env });
  const folder = opened.tree.get(folderId)!;
  const target = [INDEX, ...STEP_TARGETS].find((each) => each.name === name)!;
  const report = await runFolder(folderWork(target, folder), opened, { expected });
  for (const each of lateEdits.takeIn(LATE_EDIT_MS)) process.stderr.write(`${formatDiagnostic(each)}\n`);
  return report;
}
