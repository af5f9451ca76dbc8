import type { Diagnostic } from '@topicmill/base/diagnostics';
import { removeGoneFolders, removeGoneFoldersDry } from './finish-build.js';
import type { FolderFiles, PublishedFiles } from './folder-files.js';
import { lateEdits } from './late-edits.js';
import { runFolder } from './run-folder.js';
import { openFolder } from './source-path.js';
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
  /** Files of folders that no longer have one of these are removed. */
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
  const options = {
    restoresOnly: true,
    isRestored: true,
    dryRun: isDryRun,
    filesOf: isDryRun ? filesInMemory(workspace) : undefined,
  };
  const written: string[] = [];
  const removed: string[] = [];
  const diagnostics: Diagnostic[] = [];
  const failed = new Set<string>();
  for (const item of items) {
    const { id, childIds } = item.folder;
    if (childIds.some((child) => failed.has(child))) {
      failed.add(id);
      continue;
    }
    const { outcome, steps } = await runFolder(item, workspace, options);
    if (outcome === 'failed') failed.add(id);
    const directory = displayPath(workspace.config, id);
    for (const step of steps) {
      written.push(...step.written.map((path) => `${directory}/${path}`));
      removed.push(...step.removed.map((path) => `${directory}/${path}`));
      if (step.outcome === 'failed' || step.written.length > 0) diagnostics.push(...step.diagnostics);
    }
  }
  const gone = isDryRun ? removeGoneFoldersDry(targets, workspace) : removeGoneFolders(targets, workspace);
  const late = isDryRun ? [] : await lateEdits.finish();
  return {
    written: [...written, ...gone.written].sort(),
    removed: [...removed, ...gone.removed].sort(),
    diagnostics: [...diagnostics, ...gone.diagnostics, ...late],
  };
}

/** What a dry run makes in one folder is seen by those that read from it. */
export function filesInMemory(workspace: Workspace): (id: string) => FolderFiles {
  const opened = new Map<string, FolderFiles>();
  return (id) => {
    const files = opened.get(id) ?? openFolder(workspace, workspace.tree.get(id) ?? { id }, true);
    opened.set(id, files);
    return files;
  };
}
