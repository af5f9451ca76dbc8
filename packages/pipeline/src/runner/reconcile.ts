import { dirname, join } from 'node:path';
import type { Folder } from './folder.js';
import type { PublishedFiles } from './folder-files.js';
import { FolderState, type StateKind, type StoredState, statePath, stateSha256, sweepStates } from './folder-state.js';
import { publishState, retractState, retractSteps } from './publish-state.js';
import { PublishedRecord } from './published-record.js';
import { removeEmptyFolders } from './remove-empty-folders.js';
import { STATE_DIRECTORY } from './state-directory.js';
import type { Step } from './step.js';
import { displayPath, type Workspace } from './workspace.js';

/** One set of steps of one folder whose files are to agree with their state. */
export interface ReconcileItem {
  readonly folder: Folder;
  readonly kind: StateKind;
  readonly steps: readonly Step[];
  /** Whether its files were published by this run, so that they need not be compared again. */
  readonly justPublished: boolean;
  /**
   * The key under which the cache on this machine has the state: a state that had the key before is taken for the same
   * without being read.
   */
  readonly cacheKey?: string | undefined;
}

/** What there is beside the steps of the folders themselves. */
export interface BesideSteps {
  /** Steps of other targets, by which their files are found. */
  readonly steps: readonly Step[];
  /**
   * Whether a folder has the target of that kind; the files of one that it has no more are removed.
   *
   * @param folder path below the workspace's root, with `/`
   */
  isWanted(kind: StateKind, folder: string): boolean;
}

/** What was put right on disk: paths relative to the workspace, with `/`. */
export type ReconcileReport = PublishedFiles;

/**
 * Makes the files of a docs root agree with the states of its folders, whatever restored the states: missing and
 * altered files are put back, files of topics that are gone and of a docs root that was are removed. Folders whose files
 * have not been touched since they were last compared cost a few look-ups.
 *
 * @param items every set of steps that has an up-to-date state
 * @param allSteps every step of the folders themselves: those of folders that are gone are found by name
 * @param nowMs milliseconds since the epoch
 * @param beside without it, states of other targets stay as they are
 * @throws TopicmillError `FILE_UNWRITABLE`, `FILE_UNREADABLE`
 */
export function reconcile(
  items: readonly ReconcileItem[],
  allSteps: readonly Step[],
  workspace: Pick<Workspace, 'root' | 'config' | 'tree'>,
  nowMs: number,
  beside: BesideSteps = { steps: [], isWanted: () => true },
): ReconcileReport {
  const record = new PublishedRecord(workspace.root);
  const changes = new Changes();
  for (const { folder, kind, steps, justPublished, cacheKey } of items) {
    const directory = displayPath(workspace.config, folder.id);
    const key = `${kind}/${directory}`;
    const sha256 = (): string => stateSha256(workspace.root, kind, directory);
    if (!justPublished && record.isUnchanged(key, { cacheKey, sha256 })) continue;
    const state = new FolderState(workspace.root, kind, directory);
    if (!justPublished) changes.add(directory, publishState(workspace, folder.id, state, steps));
    if (kind === 'index' && !folder.isTopic) {
      const former = allSteps.filter(({ scope }) => scope === 'topic');
      changes.add(directory, retractSteps(workspace.root, directory, state, former));
      state.save();
    }
    const paths = state.filePaths.map((path) => `${directory}/${path}`);
    record.note(key, { cacheKey, sha256 }, paths, nowMs);
  }
  record.retain(retractGoneFolders(allSteps, workspace, changes, beside, false));
  record.save();
  return changes.report();
}

/** What `reconcile` without items would change on disk; nothing is changed. */
export function reconcileDry(
  allSteps: readonly Step[],
  workspace: Pick<Workspace, 'root' | 'config' | 'tree'>,
  beside: BesideSteps,
): ReconcileReport {
  const changes = new Changes();
  retractGoneFolders(allSteps, workspace, changes, beside, true);
  return changes.report();
}

/** @returns `<kind>/<folder>` of each state that is left */
function retractGoneFolders(
  allSteps: readonly Step[],
  { root, config, tree }: Pick<Workspace, 'root' | 'config' | 'tree'>,
  changes: Changes,
  beside: BesideSteps,
  isDryRun: boolean,
): ReadonlySet<string> {
  const present = new Set([...tree.keys()].map((id) => displayPath(config, id)));
  const unreadable = [...tree.values()].filter(({ fault }) => fault !== undefined);
  const unknown = unreadable.map(({ id }) => `${displayPath(config, id)}/`);
  const left = new Set<string>();
  for (const { kind, folder } of sweepStates(root, isDryRun)) {
    if (unknown.some((prefix) => folder.startsWith(prefix)) || isLeft({ kind, folder }, present, beside)) {
      left.add(`${kind}/${folder}`);
      continue;
    }
    const state = new FolderState(root, kind, folder);
    changes.add(folder, retractState(root, folder, state, [...allSteps, ...beside.steps], isDryRun));
    if (isDryRun) continue;
    state.save();
    removeEmptyFolders(dirname(join(root, statePath(kind, folder))), join(root, STATE_DIRECTORY));
  }
  return left;
}

function isLeft({ kind, folder }: StoredState, present: ReadonlySet<string>, beside: BesideSteps): boolean {
  return kind === 'index' || kind === 'authority' ? present.has(folder) : beside.isWanted(kind, folder);
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
