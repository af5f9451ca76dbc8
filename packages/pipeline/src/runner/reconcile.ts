import { dirname, join } from 'node:path';
import type { Folder } from './folder.js';
import type { PublishedFiles } from './folder-files.js';
import { FolderState, statePath, stateSha256, sweepStates } from './folder-state.js';
import { publishState, retractState, retractSteps } from './publish-state.js';
import { PublishedRecord } from './published-record.js';
import { removeEmptyFolders } from './remove-empty-folders.js';
import { STATE_DIRECTORY } from './state-directory.js';
import type { Step } from './step.js';
import type { DocsRoot, FolderWork, Target } from './target.js';
import { displayPath } from './workspace.js';

/** Steps of one folder whose files are to agree with their state. */
export interface ReconcileItem extends FolderWork {
  /** Whether its files were published by this run, so that they need not be compared again. */
  readonly justPublished: boolean;
  /**
   * The key under which the cache on this machine has the state: a state that had the key before is taken for the same
   * without being read.
   */
  readonly cacheKey?: string | undefined;
}

/** What is to be reconciled. */
export interface Reconciliation {
  readonly workspace: DocsRoot;
  /** Every folder's work that has an up-to-date state. */
  readonly items: readonly ReconcileItem[];
  /** Files of folders that no longer have one of these are removed; states of other targets stay as they are. */
  readonly targets: readonly Target[];
  /** Milliseconds since the epoch. */
  readonly nowMs: number;
}

/** What was put right on disk: paths relative to the workspace, with `/`. */
export type ReconcileReport = PublishedFiles;

/**
 * Makes the files of a docs root agree with the states of its folders, whatever restored the states: missing and
 * altered files are put back, files of deleted topics, and of a former docs root, are removed. Folders whose files
 * have not been touched since they were last compared cost a few look-ups.
 *
 * @throws TopicmillError `FILE_UNWRITABLE`, `FILE_UNREADABLE`
 */
export function reconcile({ workspace, items, targets, nowMs }: Reconciliation): ReconcileReport {
  const record = new PublishedRecord(workspace.root);
  const changes = new Changes();
  for (const { folder, target, steps, justPublished, cacheKey } of items) {
    const directory = displayPath(workspace.config, folder.id);
    const key = `${target}/${directory}`;
    const sha256 = (): string => stateSha256(workspace.root, target, directory);
    if (!justPublished && record.isUnchanged(key, { cacheKey, sha256 })) continue;
    const state = new FolderState(workspace.root, target, directory);
    if (!justPublished) changes.add(directory, publishState(workspace, folder.id, state, steps));
    const ownTarget = targets.find(({ name }) => name === target);
    const former = formerSteps(folder, steps, ownTarget?.stepsOfKind?.(folder) ?? ownTarget?.steps ?? []);
    if (former.length > 0) {
      changes.add(directory, retractSteps(workspace.root, directory, state, former));
      state.save();
    }
    const paths = state.filePaths.map((path) => `${directory}/${path}`);
    record.note(key, { cacheKey, sha256 }, paths, nowMs);
  }
  for (const target of targets) record.retain(target.name, retractGoneFolders(target, workspace, changes));
  record.save();
  return changes.report();
}

/** What `reconcile` without items would change on disk; nothing is changed. */
export function reconcileDry(targets: readonly Target[], workspace: DocsRoot): ReconcileReport {
  const changes = new Changes();
  for (const target of targets) retractGoneFolders(target, workspace, changes, true);
  return changes.report();
}

/** The steps that a category had if it was a topic once. */
function formerSteps({ isTopic }: Folder, steps: readonly Step[], targetSteps: readonly Step[]): Step[] {
  if (isTopic) return [];
  const present = new Set(steps.map(({ name }) => name));
  return targetSteps.filter(({ scope, name }) => scope === 'topic' && !present.has(name));
}

/** @returns the folders that still have a state of the target */
function retractGoneFolders(target: Target, workspace: DocsRoot, changes: Changes, isDryRun = false): Set<string> {
  const { root, config, tree } = workspace;
  const wanted = new Set(target.foldersIn(workspace).map(({ id }) => displayPath(config, id)));
  const unreadable = [...tree.values()].filter(({ fault }) => fault !== undefined);
  const unknown = unreadable.map(({ id }) => `${displayPath(config, id)}/`);
  const left = new Set<string>();
  for (const folder of sweepStates(root, target.name, isDryRun)) {
    if (wanted.has(folder) || unknown.some((prefix) => folder.startsWith(prefix))) {
      left.add(folder);
      continue;
    }
    const state = new FolderState(root, target.name, folder);
    changes.add(folder, retractState(root, folder, state, target.steps, isDryRun));
    if (isDryRun) continue;
    state.save();
    removeEmptyFolders(dirname(join(root, statePath(target.name, folder))), join(root, STATE_DIRECTORY));
  }
  return left;
}

/** Collects what was changed in several folders. */
class Changes {
  private readonly written: string[] = [];
  private readonly removed: string[] = [];

  add(folder: string, { written, removed }: PublishedFiles): void {
    this.written.push(...written.map((path) => `${folder}/${path}`));
    this.removed.push(...removed.map((path) => `${folder}/${path}`));
  }

  report(): ReconcileReport {
    return { written: this.written.sort(), removed: this.removed.sort() };
  }
}
