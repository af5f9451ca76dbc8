import { type Diagnostic, diagnosticsOf } from '@topicmill/base/diagnostics';
import type { FolderFiles, PublishedFiles } from './folder-files.js';
import { FolderState, filesOfState } from './folder-state.js';
import { lateEdits } from './late-edits.js';
import { ownsAll } from './owned-files.js';
import { PublishedRecord } from './published-record.js';
import { readInputs } from './read-inputs.js';
import { removeGoneFolders, removeGoneFoldersDry } from './reconcile.js';
import { faultsOf } from './run-folder.js';
import { openFolder } from './source-path.js';
import type { Step } from './step.js';
import type { FolderWork, Target } from './target.js';
import { displayPath, type Workspace } from './workspace.js';

/** What was restored on disk, as paths relative to the workspace, and the folders whose state cannot be used. */
export interface RestoreReport extends PublishedFiles {
  /** Errors `STATE_OUTDATED` for each folder whose state is missing or belongs to other inputs; warnings. */
  readonly diagnostics: readonly Diagnostic[];
}

/** What is to be restored. */
export interface Restoration {
  readonly workspace: Workspace;
  /** In an order in which each comes after those whose files it reads. */
  readonly items: readonly FolderWork[];
  /** As `reconcile` has them. */
  readonly targets: readonly Target[];
  /** Reports what would be restored, and changes nothing. */
  readonly isDryRun?: boolean;
}

/**
 * Publishes the files of a docs root from its states, without running a step: missing and altered files are restored,
 * files of deleted topics are removed. A folder whose inputs are not those of its state, or whose state is damaged, is
 * left as it is.
 */
export async function restoreFiles({
  workspace,
  items,
  targets,
  isDryRun = false,
}: Restoration): Promise<RestoreReport> {
  const filesOf = folderFiles(workspace, isDryRun);
  const written: string[] = [];
  const removed: string[] = [];
  const diagnostics: Diagnostic[] = [];
  const failed = new Set<string>();
  const record = new PublishedRecord(workspace.root);
  for (const item of items) {
    if (item.folder.childIds.some((id) => failed.has(id))) {
      failed.add(item.folder.id);
      continue;
    }
    const report = restoreFolder(item, filesOf, workspace, record);
    written.push(...report.written);
    removed.push(...report.removed);
    diagnostics.push(...report.diagnostics);
    if (report.diagnostics.some(({ severity }) => severity === 'error')) failed.add(item.folder.id);
  }
  const gone = isDryRun ? removeGoneFoldersDry(targets, workspace) : removeGoneFolders(targets, workspace);
  const late = isDryRun ? [] : await lateEdits.finish();
  return {
    written: [...written, ...gone.written].sort(),
    removed: [...removed, ...gone.removed].sort(),
    diagnostics: [...diagnostics, ...gone.diagnostics, ...late],
  };
}

type FilesOf = (id: string) => FolderFiles;

/** What a dry run publishes in one folder is seen by those that read from it. */
function folderFiles(workspace: Workspace, isDryRun: boolean): FilesOf {
  const known = new Map<string, FolderFiles>();
  return (id) => {
    const files = known.get(id) ?? openFolder(workspace, workspace.tree.get(id) ?? { id }, isDryRun);
    if (isDryRun) known.set(id, files);
    return files;
  };
}

function restoreFolder(
  { folder, target, steps }: FolderWork,
  filesOf: FilesOf,
  workspace: Workspace,
  record: PublishedRecord,
): RestoreReport {
  const files = filesOf(folder.id);
  const directory = displayPath(workspace.config, folder.id);
  const state = new FolderState(workspace.root, target, directory);
  const known = record.publishedPaths(target, directory, state);
  const written: string[] = [];
  const removed: string[] = [];
  const told: Diagnostic[] = [];
  if (folder.fault !== undefined) return { written, removed, diagnostics: faultsOf([folder], workspace) };
  try {
    for (const step of steps) {
      const last = state.get(step.name);
      const { sha256 } = readInputs(step, { folder, files, workspace, filesOf });
      const made = last?.inputs === sha256 ? filesOfState(last) : undefined;
      if (made === undefined || !ownsAll(step.outputs, made.keys())) {
        const damage = state.damage === undefined ? [] : [{ ...state.damage, remedy: BUILD_FIRST }];
        return { written, removed, diagnostics: [...damage, outdated(step, files.displayPath(''))] };
      }
      const published = files.publish(step.outputs, made, { known });
      written.push(...published.written.map((path) => files.displayPath(path)));
      removed.push(...published.removed.map((path) => files.displayPath(path)));
      told.push(...published.diagnostics);
    }
    return { written, removed, diagnostics: told };
  } catch (thrown) {
    return { written, removed, diagnostics: diagnosticsOf(thrown, files.displayPath('')) };
  }
}

const BUILD_FIRST = 'Build it first: `npx nx run-many -t index`, or make the target that calls this one depend on it.';

function outdated(step: Step, file: string): Diagnostic {
  return {
    severity: 'error',
    code: 'STATE_OUTDATED',
    message: `The step "${step.name}" has not been run with its current inputs.`,
    file,
    remedy: BUILD_FIRST,
  };
}
