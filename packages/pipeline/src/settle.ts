import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { PublishedFiles } from './folder-files.js';
import { FolderState, type StateKind, statePath } from './folder-state.js';
import type { Folder } from './folder-tree.js';
import { publishState, retractState } from './publish-state.js';
import { PublishedRecord } from './published-record.js';
import type { Step } from './step.js';
import { shownPath, type Workspace } from './workspace.js';

/** One set of steps of one folder whose files are to agree with their state. */
export interface SettleItem {
  readonly folder: Folder;
  readonly kind: StateKind;
  readonly steps: readonly Step[];
  /** Whether its files were published by this run, so that they need not be compared again. */
  readonly justPublished: boolean;
}

/** What was put right on disk: paths relative to the workspace, with `/`. */
export type SettleReport = PublishedFiles;

/**
 * Makes the files of a docs root agree with the states of its folders, whatever restored the states: missing and
 * altered files are put back, files of topics that are gone are removed. Folders whose files have not been touched
 * since they were last compared cost a few look-ups.
 *
 * @param items every set of steps that has an up-to-date state
 * @param allSteps every step there is: those of folders that are gone are found by name
 * @param nowMs milliseconds since the epoch
 * @throws TopicmillError `FILE_UNWRITABLE`, `FILE_UNREADABLE`
 */
export function settle(
  items: readonly SettleItem[],
  allSteps: readonly Step[],
  workspace: Pick<Workspace, 'root' | 'config' | 'tree'>,
  nowMs: number,
): SettleReport {
  const record = new PublishedRecord(workspace.root);
  const written: string[] = [];
  const removed: string[] = [];
  for (const { folder, kind, steps, justPublished } of items) {
    const key = keyOf(kind, folder.id);
    if (!justPublished && record.isUnchanged(key)) continue;
    const show = (path: string): string => `${shownPath(workspace.config, folder.id)}/${path}`;
    if (!justPublished) {
      const published = publishState(workspace, kind, folder.id, steps);
      written.push(...published.written.map(show));
      removed.push(...published.removed.map(show));
    }
    removed.push(...retractFormerSteps(folder.id, kind, steps, allSteps, workspace).map(show));
    record.note(key, [statePath(kind, folder.id), ...publishedPaths(workspace, kind, folder.id)], nowMs);
  }
  removed.push(...retractGoneFolders(record, allSteps, workspace));
  record.save();
  return { written: written.sort(), removed: removed.sort() };
}

/** A folder that is a topic no longer, but still has topics below, keeps its index and loses what the other steps made. */
function retractFormerSteps(
  folderId: string,
  kind: StateKind,
  steps: readonly Step[],
  allSteps: readonly Step[],
  workspace: Pick<Workspace, 'root' | 'config'>,
): string[] {
  const names = new Set(new FolderState(workspace.root, kind, folderId).stepNames);
  const former = allSteps.filter((step) => names.has(step.name) && !steps.includes(step));
  return former.length === 0 ? [] : retractState(workspace, kind, folderId, former);
}

function retractGoneFolders(
  record: PublishedRecord,
  allSteps: readonly Step[],
  workspace: Pick<Workspace, 'root' | 'config' | 'tree'>,
): string[] {
  const removed: string[] = [];
  for (const key of record.keys) {
    const { kind, id } = parseKey(key);
    if (workspace.tree.has(id)) continue;
    const paths = retractState(workspace, kind, id, allSteps);
    removed.push(...paths.map((path) => `${shownPath(workspace.config, id)}/${path}`));
    record.forget(key);
  }
  return removed;
}

function publishedPaths(workspace: Pick<Workspace, 'root' | 'config'>, kind: StateKind, folderId: string): string[] {
  const state = new FolderState(workspace.root, kind, folderId);
  const paths = state.stepNames.flatMap((name) => Object.keys(state.get(name)?.files ?? {}));
  return paths
    .map((path) => `${shownPath(workspace.config, folderId)}/${path}`)
    .filter((path) => existsSync(join(workspace.root, path)));
}

function keyOf(kind: StateKind, folderId: string): string {
  return `${kind}/${folderId}`;
}

function parseKey(key: string): { kind: StateKind; id: string } {
  const slash = key.indexOf('/');
  return { kind: key.slice(0, slash) as StateKind, id: key.slice(slash + 1) };
}
