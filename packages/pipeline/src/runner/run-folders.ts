import { join } from 'node:path';
import { readTextIfExists } from '@topicmill/base/files';
import { isOwnIndex } from '@topicmill/topics/formats';
import type { Folder } from './folder.js';
import { type FolderReport, failedFolder, folderFaults, type RunOptions, runFolder } from './run-folder.js';

import type { Step } from './step.js';
import type { PlannedHashes } from './step-inputs.js';
import { folderWork, type Target } from './target.js';
import { folderPath, type Workspace } from './workspace.js';

/** How many folders are worked on at once, so that the embedder has texts of several to send together. */
const CONCURRENCY = 16;

/** Which steps run in which folders. */
export interface FolderPlan {
  readonly folders: readonly Folder[];
  readonly target: Pick<Target, 'name' | 'stepsOf'>;
  /** What hand-written files contained when the run was planned; without it they may contain anything. */
  readonly expectedOf?: (folder: Folder) => PlannedHashes | undefined;
  /** Runs one folder here or elsewhere, in a worker for instance; without it all run here. */
  readonly runShared?: (
    folder: Folder,
    expected: PlannedHashes | undefined,
    runHere: () => Promise<FolderReport>,
  ) => Promise<FolderReport>;
  /** How many folders are worked on at once. */
  readonly concurrency?: number;
  /** Ids of folders that failed in an earlier plan, to which those that fail in this one are added: they are skipped. */
  readonly failed?: Set<string>;
}

/**
 * Runs steps in several folders, children before their parents, and yields each report as soon as it is there. A folder
 * that fails does not stop the others: those above it are built without it, or with its earlier index.
 */
export async function* runFolders(
  plan: FolderPlan,
  workspace: Workspace,
  options: RunOptions = {},
): AsyncGenerator<FolderReport> {
  const failed = plan.failed ?? new Set<string>();
  const planned = new Set(plan.folders.map(({ id }) => id));
  workspace.record.forgetSights();
  for (const level of foldersByDepth(plan.folders)) {
    const waiting = level.values();
    const running = new Map<string, Promise<FolderReport>>();
    for (;;) {
      while (running.size < (plan.concurrency ?? CONCURRENCY)) {
        const { value: folder, done } = waiting.next();
        if (done) break;
        running.set(folder.id, runUnlessSkipped(folder, plan, { workspace, options, planned, failed }));
      }
      if (running.size === 0) break;
      const report = await Promise.race(running.values());
      running.delete(report.id);
      if (report.outcome !== 'built') failed.add(report.id);
      yield report;
    }
  }
}

/** Runs targets one after the other, each in all its folders, and yields each report as soon as it is there. */
export async function* runTargets(
  targets: readonly Target[],
  workspace: Workspace,
  options: RunOptions = {},
): AsyncGenerator<FolderReport> {
  for (const target of targets) yield* runFolders({ folders: target.foldersIn(workspace), target }, workspace, options);
}

interface RunState {
  readonly workspace: Workspace;
  readonly options: RunOptions;
  /** Ids of the folders of the plan. */
  readonly planned: ReadonlySet<string>;
  /** Ids of the folders that have failed so far. */
  readonly failed: ReadonlySet<string>;
}

async function runUnlessSkipped(
  folder: Folder,
  { target, expectedOf, runShared }: FolderPlan,
  { workspace, options, planned, failed }: RunState,
): Promise<FolderReport> {
  if (failed.has(folder.id)) return { id: folder.id, outcome: 'skipped', steps: [] };
  // A folder that cannot be looked into may be unknown to whoever made the plan: the one above has to report it.
  const unplanned = folder.childIds.filter((id) => !planned.has(id)).map((id) => workspace.tree.get(id)!);
  const faults = folderFaults(unplanned, workspace);
  if (faults.length > 0) return failedFolder(folder.id, faults, target.stepsOf(folder));
  const expected = expectedOf?.(folder);
  const sound = withoutUnbuilt(folder, target.stepsOf(folder), failed, workspace);
  const runHere = (): Promise<FolderReport> =>
    runFolder(folderWork(target, sound), workspace, { ...options, expected });
  const isWhole = sound === folder;
  return runShared === undefined || !isWhole ? runHere() : runShared(folder, expected, runHere);
}

/**
 * The folder without those below it that failed and have never been built. One that was built before stays listed, since
 * its files are still there.
 */
function withoutUnbuilt(
  folder: Folder,
  steps: readonly Step[],
  failed: ReadonlySet<string>,
  workspace: Workspace,
): Folder {
  if (folder.childIds.length === 0) return folder;
  const paths = steps.flatMap(({ inputs }) => inputs.flatMap((input) => (input.kind === 'below' ? [input.path] : [])));
  const isThere = (id: string): boolean => {
    const child = workspace.tree.get(id)!;
    if (child.fault === undefined && !failed.has(id)) return true;
    return paths.every((path) => isOwnIndex(readLoosely(join(folderPath(workspace, id), path))));
  };
  return folder.childIds.every(isThere) ? folder : { ...folder, childIds: folder.childIds.filter(isThere) };
}

function readLoosely(path: string): string {
  try {
    return readTextIfExists(path) ?? '';
  } catch {
    return '';
  }
}

/** Folders by depth, the deepest first. */
function foldersByDepth(folders: readonly Folder[]): Folder[][] {
  const levels = new Map<number, Folder[]>();
  for (const folder of folders) {
    const depth = folder.id === '' ? 0 : folder.id.split('/').length;
    const level = levels.get(depth);
    if (level === undefined) levels.set(depth, [folder]);
    else level.push(folder);
  }
  return [...levels].sort(([a], [b]) => b - a).map(([, level]) => level);
}
