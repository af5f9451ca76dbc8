import type { Diagnostic } from '@topicmill/base/diagnostics';
import { Tinypool } from 'tinypool';
import { ALL_TARGETS } from '../optional-targets/index.js';
import {
  type Folder,
  type FolderRecord,
  type FolderReport,
  type FolderTree,
  folderWork,
  lateEdits,
  type RunOptions,
  recordKey,
  runFolder,
  type Workspace,
} from '../runner/index.js';
import { assembleWorkspace } from '../workspace/index.js';

/** What a thread is started with. */
export type ThreadData = Pick<Workspace, 'root' | 'config' | 'configHash'>;

/** A folder whose steps a thread runs. */
export interface FolderJob {
  readonly folder: Folder;
  /** The other folders whose files its steps read. */
  readonly others: readonly Folder[];
  /** Name of the target whose steps run. */
  readonly target: string;
  readonly options: Pick<RunOptions, 'force' | 'adopt' | 'expected'>;
}

/** What happened, and what is to be remembered of it. */
export interface FolderRun {
  readonly report: FolderReport;
  readonly record: FolderRecord | undefined;
}

let opened: Workspace | undefined;

/**
 * Runs the steps of one folder. The docs root is not walked once more, and the model is loaded once a thread.
 *
 * @public called by its name, on a thread
 */
export async function runJob({ folder, others, target: name, options }: FolderJob): Promise<FolderRun> {
  const tree = new Map([folder, ...others].map((each) => [each.id, each]));
  opened ??= openWorkspace(Tinypool.workerData as ThreadData, tree);
  const target = ALL_TARGETS.find((each) => each.name === name)!;
  const work = folderWork(target, folder);
  const report = await runFolder(work, { ...opened, tree }, options);
  return { report, record: opened.record.folder(recordKey(work, opened)) };
}

function openWorkspace({ root, config, configHash }: ThreadData, tree: FolderTree): Workspace {
  return { ...assembleWorkspace(root, config, tree, { env: process.env }), configHash };
}

/**
 * The last look of this thread at the files that it replaced.
 *
 * @public called by its name, on a thread
 */
export function finish(): Promise<Diagnostic[]> {
  return lateEdits.finish();
}
