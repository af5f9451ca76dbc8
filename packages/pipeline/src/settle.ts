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
    const state = new FolderState(workspace.root, kind, folder.id);
    const show = (path: string): string => `${shownPath(workspace.config, folder.id)}/${path}`;
    if (!justPublished) {
      const published = publishState(workspace, folder.id, state, steps);
      written.push(...published.written.map(show));
      removed.push(...published.removed.map(show));
    }
    removed.push(...retractFormerSteps(folder.id, state, steps, allSteps, workspace).map(show));
    record.note(key, [statePath(kind, folder.id), ...state.filePaths.map(show)], nowMs);
  }
  removed.push(...retractGoneFolders(record, allSteps, workspace));
  record.save();
  return { written: written.sort(), removed: removed.sort() };
}

type Place = Pick<Workspace, 'root' | 'config' | 'tree'>;

/** A folder that is a topic no longer, but still has topics below, keeps its index and loses what the other steps made. */
function retractFormerSteps(
  folderId: string,
  state: FolderState,
  steps: readonly Step[],
  allSteps: readonly Step[],
  place: Place,
): string[] {
  const former = allSteps.filter((step) => state.get(step.name) !== undefined && !steps.includes(step));
  if (former.length === 0) return [];
  const removed = retractState(place, folderId, state, former);
  state.save();
  return removed;
}

function retractGoneFolders(record: PublishedRecord, allSteps: readonly Step[], place: Place): string[] {
  const removed: string[] = [];
  for (const key of record.keys) {
    const { kind, id } = parseKey(key);
    if (place.tree.has(id)) continue;
    const state = new FolderState(place.root, kind, id);
    const paths = retractState(place, id, state, allSteps);
    state.save();
    removed.push(...paths.map((path) => `${shownPath(place.config, id)}/${path}`));
    record.forget(key);
  }
  return removed;
}

function keyOf(kind: StateKind, folderId: string): string {
  return `${kind}/${folderId}`;
}

function parseKey(key: string): { kind: StateKind; id: string } {
  const slash = key.indexOf('/');
  return { kind: key.slice(0, slash) as StateKind, id: key.slice(slash + 1) };
}
