import { formatDiagnostic } from '@topicmill/base/diagnostics';
import {
  type FolderRecord,
  type FolderReport,
  folderWork,
  lateEdits,
  type PlannedHashes,
  recordKey,
  runFolder,
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
  readonly expected: PlannedHashes | undefined;
}

let opened: Workspace | undefined;

/** A thread ends without a last look at the files that it replaced, so it looks between jobs. */
const LATE_EDIT_MS = 5000;

/** What happened, and what is to be remembered of it. */
export interface FolderRun {
  readonly report: FolderReport;
  readonly record: FolderRecord | undefined;
}

/** Runs the steps of one folder; the workspace is opened, and the model loaded, once a thread. */
export async function runJob({ workspaceRoot, folderId, target: name, expected }: FolderJob): Promise<FolderRun> {
  opened ??= openWorkspace(workspaceRoot, { env: process.env });
  const folder = opened.tree.get(folderId)!;
  const target = [INDEX, ...STEP_TARGETS].find((each) => each.name === name)!;
  const work = folderWork(target, folder);
  const report = await runFolder(work, opened, { expected });
  for (const each of lateEdits.takeIn(LATE_EDIT_MS)) process.stderr.write(`${formatDiagnostic(each)}\n`);
  return { report, record: opened.record.folder(recordKey(work, opened)) };
}
