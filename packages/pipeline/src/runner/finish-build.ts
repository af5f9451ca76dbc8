import { dirname, join } from 'node:path';
import { type Diagnostic, diagnosticsOf, TopicmillError } from '@topicmill/base/diagnostics';
import { foldedPath } from '@topicmill/base/paths';
import { STATE_DIRECTORY } from './build-record.js';
import type { Folder } from './folder.js';
import type { PublishedFiles } from './folder-files.js';
import { FolderState, statePath, sweepStates } from './folder-state.js';
import { removeEmptyFolders, retractState, retractSteps } from './retract-state.js';
import { type FolderReport, isUnseen, rememberFolder } from './run-folder.js';
import type { Step } from './step.js';

import type { FolderWork, RecordedDocsRoot, Target } from './target.js';
import { displayPath, type Workspace } from './workspace.js';

/** Work that was done, with its report. */
export interface FinishedWork extends FolderWork {
  readonly report: FolderReport;
}

/**
 * The end of a build: removes what folders made that are gone, or have other steps now, and remembers what was built.
 *
 * @param targets whose folders may be gone; states of other targets stay as they are
 * @throws TopicmillError `FILE_UNWRITABLE`
 */
export function finishBuild(
  works: readonly FinishedWork[],
  targets: readonly Target[],
  workspace: Workspace,
): PublishedFiles {
  const changes = new Changes();
  for (const target of targets) workspace.record.retain(target.name, retractGoneFolders(target, workspace, changes));
  rememberWorks(works, targets, workspace, changes);
  return changes.published();
}

/**
 * The beginning of a build: removes what folders made whose names had other cases. Where both names are one to the file
 * system, the end of the build would remove with them what was made in their place.
 *
 * @returns what cannot be removed
 */
export function removeOldLetterCases(targets: readonly Target[], workspace: Workspace): readonly Diagnostic[] {
  const changes = new Changes();
  for (const target of targets) {
    const wanted = wantedFolders(target, workspace);
    const gone = workspace.record.foldersOf(target.name).filter((folder) => !wanted.has(folder));
    const folded = gone.length === 0 ? undefined : new Set(Array.from(wanted, foldedPath));
    for (const folder of gone) {
      if (!folded!.has(foldedPath(folder))) continue;
      const state = new FolderState(workspace.root, target.name, folder);
      // Where the new name is the same file, its state may be there already.
      if (state.damage === undefined) retractGoneFolder(state, target, workspace.root, changes);
    }
  }
  return changes.published().diagnostics;
}

/** The end of a part of a build. */
export function rememberBuild(
  works: readonly FinishedWork[],
  targets: readonly Target[],
  workspace: Workspace,
): PublishedFiles {
  const changes = new Changes();
  rememberWorks(works, targets, workspace, changes);
  return changes.published();
}

/**
 * Remembers the files of folders that were built as they are, so that the next build need not read them, and removes
 * what those made that had other steps once.
 */
function rememberWorks(
  works: readonly FinishedWork[],
  targets: readonly Target[],
  workspace: Workspace,
  changes: Changes,
): void {
  for (const work of works) {
    const { report, folder } = work;
    if (report.outcome !== 'built' || (report.steps.every(isUntouched) && !isUnseen(work, workspace))) continue;
    const target = targets.find(({ name }) => name === work.target);
    const former = formerSteps(folder, work.steps, target?.stepsOfKind?.(folder) ?? target?.steps ?? []);
    const directory = displayPath(workspace.config, folder.id);
    if (former.length > 0) changes.attempt(directory, () => retractFormer(work, directory, former, workspace));
    rememberFolder(work, workspace);
  }
  workspace.record.save();
}

/** Removes the files of folders that no longer have one of the targets; what cannot be read or removed is a diagnostic. */
export function removeGoneFolders(targets: readonly Target[], workspace: Workspace): PublishedFiles {
  return finishBuild([], targets, workspace);
}

/** What `removeGoneFolders` would change on disk; nothing is changed. */
export function removeGoneFoldersDry(targets: readonly Target[], workspace: RecordedDocsRoot): PublishedFiles {
  const changes = new Changes();
  for (const target of targets) retractGoneFolders(target, workspace, changes, true);
  return changes.published();
}

function isUntouched({ outcome, written, removed }: FolderReport['steps'][number]): boolean {
  return outcome === 'current' && written.length === 0 && removed.length === 0;
}

/** The steps that a category had if it was a topic once. */
function formerSteps({ isTopic }: Folder, steps: readonly Step[], targetSteps: readonly Step[]): Step[] {
  if (isTopic) return [];
  const present = new Set(steps.map(({ name }) => name));
  return targetSteps.filter(({ scope, name }) => scope === 'topic' && !present.has(name));
}

function retractFormer(
  { target }: FolderWork,
  directory: string,
  former: readonly Step[],
  { root }: Workspace,
): PublishedFiles {
  const state = new FolderState(root, target, directory);
  const retracted = retractSteps(root, directory, state, former);
  state.save();
  return retracted;
}

/**
 * What cannot be removed is a diagnostic, and stays with its state for a later build.
 *
 * @returns the folders that still have a state of the target
 */
function retractGoneFolders(
  target: Target,
  workspace: RecordedDocsRoot,
  changes: Changes,
  isDryRun = false,
): Set<string> {
  const { root, config, tree } = workspace;
  const wanted = wantedFolders(target, workspace);
  const unreadable = [...tree.values()].filter(({ fault }) => fault !== undefined);
  // What is below the docs root is below every folder of the workspace, if that is the docs root.
  const unknown = unreadable.map(({ id }) => (id === '' ? '' : `${displayPath(config, id)}/`));
  const left = new Set<string>();
  for (const folder of sweepStates(root, target.name, workspace.record, isDryRun)) {
    if (wanted.has(folder) || unknown.some((prefix) => folder.startsWith(prefix))) {
      left.add(folder);
      continue;
    }
    const state = new FolderState(root, target.name, folder);
    if (!retractGoneFolder(state, target, root, changes, isDryRun)) left.add(folder);
  }
  return left;
}

/** Paths of the folders that a target has, from the workspace's root. */
function wantedFolders(target: Target, docsRoot: RecordedDocsRoot): Set<string> {
  return new Set(target.foldersIn(docsRoot).map(({ id }) => displayPath(docsRoot.config, id)));
}

/** @returns whether all was removed that can be */
function retractGoneFolder(
  state: FolderState,
  target: Target,
  root: string,
  changes: Changes,
  isDryRun = false,
): boolean {
  const { folder } = state;
  if (!changes.attempt(folder, () => retractState(root, folder, state, target.steps, isDryRun))) return false;
  if (isDryRun) return true;
  state.save();
  removeEmptyFolders(dirname(join(root, statePath(target.name, folder))), join(root, STATE_DIRECTORY));
  return true;
}

/** Collects what was changed in several folders. */
class Changes {
  private readonly written: string[] = [];
  private readonly removed: string[] = [];
  private readonly diagnostics: Diagnostic[] = [];

  /**
   * @param folder below the workspace's root, with `/`
   * @returns whether it was done: what cannot be is reported, and the other folders go on
   */
  attempt(folder: string, change: () => PublishedFiles): boolean {
    try {
      const { written, removed, diagnostics } = change();
      this.diagnostics.push(...diagnostics);
      this.written.push(...written.map((path) => `${folder}/${path}`));
      this.removed.push(...removed.map((path) => `${folder}/${path}`));
      return true;
    } catch (thrown) {
      if (!(thrown instanceof TopicmillError)) throw thrown;
      this.diagnostics.push(...diagnosticsOf(thrown));
      return false;
    }
  }

  published(): PublishedFiles {
    return { written: this.written.sort(), removed: this.removed.sort(), diagnostics: this.diagnostics };
  }
}
