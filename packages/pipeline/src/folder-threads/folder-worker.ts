import type { Diagnostic } from '@topicmill/base/diagnostics';
import {
  type FolderRecord,
  type FolderReport,
  folderWork,
  lateEdits,
  type RunOptions,
  recordKey,
  runFolder,
  type Workspace,
} from '../runner/index.js';
import { INDEX, STEP_TARGETS } from '../steps/index.js';
import { openWorkspace } from '../workspace/index.js';

/** A folder whose steps a thread runs. */
export interface FolderJob {
  readonly workspaceRoot: string;
  readonly folderId: string;
  /** Name of the target whose steps run. */
  readonly target: string;
  readonly options: Pick<RunOptions, 'force' | 'adopt' | 'expected'>;
}

/** What happened, and what is to be remembered of it. */
export interface FolderRun {
  readonly report: FolderReport;
  readonly record: FolderRecord | undefined;
}

/** The one whose work is all computing: there are threads for no other. */
export const LOCAL_MODEL = 'builtin';

let opened: Workspace | undefined;

/**
 * Runs the steps of one folder; the workspace is opened, and the model loaded, once a thread.
 *
 * @public called by its name, on a thread
 */
export async function runJob(job: FolderJob): Promise<FolderRun> {
  opened ??= openWorkspace(job.workspaceRoot, { env: process.env, embeddingModel: LOCAL_MODEL });
  const folder = opened.tree.get(job.folderId)!;
  const target = [INDEX, ...STEP_TARGETS].find(({ name }) => name === job.target)!;
  const work = folderWork(target, folder);
  const report = await runFolder(work, opened, job.options);
  return { report, record: opened.record.folder(recordKey(work, opened)) };
}

/**
 * The last look of this thread at the files that it replaced.
 *
 * @public called by its name, on a thread
 */
export function finish(): Promise<Diagnostic[]> {
  return lateEdits.finish();
}
