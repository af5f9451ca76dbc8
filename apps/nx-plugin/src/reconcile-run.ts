import type { PostTasksExecutionContext } from '@nx/devkit';
import { counted, diagnosticsOf, formatDiagnostic, throwErrors } from '@topicmill/base/diagnostics';
import { ALL_TARGETS } from '@topicmill/pipeline/optional-targets';
import { removeSureOrphans } from '@topicmill/pipeline/orphans';
import {
  filesByFolder,
  folderWork,
  type ReconcileItem,
  type ReconcileReport,
  reconcile,
  removeOldLetterCases,
  removeOtherPacks,
  type Workspace,
} from '@topicmill/pipeline/runner';
import { updateSearchStore } from '@topicmill/pipeline/search-store';
import { importBuiltSites, openWorkspace } from '@topicmill/pipeline/workspace';
import { groupFolders, outputsOf, unpackStates } from './folder-groups.js';

type TaskResults = PostTasksExecutionContext['taskResults'];

const RECONCILED_STATUSES = new Set<string>(['success', 'local-cache', 'local-cache-kept-existing', 'remote-cache']);

/** More than this are counted, as in a fresh clone whose outputs Nx has from another one. */
const MAX_LISTED = 20;

/**
 * After a run, makes the files of the docs root agree with the states that Nx restored or the run wrote. It says what
 * it restored, and lets the command fail when it cannot.
 */
export async function reconcileRun({ workspaceRoot, taskResults }: PostTasksExecutionContext): Promise<void> {
  try {
    // A daemon of Nx has planned with the HTML as it was when a file that git does not ignore last changed.
    await importBuiltSites(workspaceRoot);
    const workspace = openAfter(workspaceRoot, taskResults);
    if (workspace === undefined) return;
    const groups = groupFolders(workspace.tree);
    const outputs = ALL_TARGETS.flatMap((target) =>
      outputsOf(target, groups, workspace).map((output) => ({ target, ...output })),
    );
    removeOtherPacks(workspace.root, new Set(outputs.flatMap(({ path, isPack }) => (isPack ? [path] : []))));
    const statuses = statusesByOutput(taskResults);
    const items = outputs.flatMap(({ target, path, folders }): ReconcileItem[] => {
      const status = statuses.get(path);
      if (status === undefined) return [];
      return folders.map((folder) => ({ ...folderWork(target, folder), justPublished: status === 'success' }));
    });
    if (items.length === 0) return;
    throwErrors(removeOldLetterCases(ALL_TARGETS, workspace));
    unpackStates(
      workspace,
      items.filter(({ justPublished }) => justPublished !== true),
      groups,
    );
    const reconciled = await reconcile(items, ALL_TARGETS, workspace);
    const orphans = removeSureOrphans(workspace);
    await updateSearchStore(workspace);
    logReport({
      ...reconciled,
      written: [...reconciled.written, ...orphans.written],
      removed: [...reconciled.removed, ...orphans.removed],
      diagnostics: [...reconciled.diagnostics, ...orphans.diagnostics],
    });
  } catch (thrown) {
    // Nx shows the message alone; what a plugin prints under the daemon is not seen.
    throw new Error(diagnosticsOf(thrown).map(formatDiagnostic).join('\n'), { cause: thrown });
  }
}

/** Of the tasks that came to a good end, by what Nx caches of each. */
function statusesByOutput(taskResults: TaskResults): Map<string, string> {
  const results = Object.values(taskResults).filter(({ status }) => RECONCILED_STATUSES.has(status));
  return new Map(results.flatMap(({ status, task }) => task.outputs.map((output) => [output, status] as const)));
}

/** Nothing when it cannot be opened and a task that failed has said why. */
function openAfter(root: string, taskResults: TaskResults): Workspace | undefined {
  try {
    return openWorkspace(root, { env: process.env });
  } catch (thrown) {
    if (Object.values(taskResults).some(({ status }) => status === 'failure')) return undefined;
    throw thrown;
  }
}

function logReport({ written, removed, rebuilt, warnedBeforeCount, diagnostics }: ReconcileReport): void {
  const lines = [
    ...changeLines('rebuilt', 'rebuilt', rebuilt, 'folder'),
    ...changeLines('restored', 'restored from the cache:', written, 'file'),
    ...removedLines(removed),
    ...diagnostics.filter(({ severity }) => severity === 'warning').map(formatDiagnostic),
  ];
  // What Nx answers from its cache runs nothing that could warn again.
  if (warnedBeforeCount > 0) {
    const topics = counted(warnedBeforeCount, 'unchanged topic has', 'unchanged topics have');
    lines.push(`${topics} warnings; list them with: npx topicmill build`);
  }
  for (const line of lines) process.stdout.write(`topicmill: ${line}\n`);
  throwErrors(diagnostics);
}

function changeLines(verb: string, countedVerb: string, paths: readonly string[], noun: string): string[] {
  if (paths.length > MAX_LISTED) return [`${countedVerb} ${counted(paths.length, noun)}`];
  return paths.map((path) => `${verb} ${path}`);
}

/** In a line for each folder: a page may have many files, and people know it by its folder. */
function removedLines(paths: readonly string[]): string[] {
  const folders = filesByFolder(paths);
  if (folders.length > MAX_LISTED) return [`removed ${counted(paths.length, 'file')}`];
  return folders.map((files) => `removed ${files}`);
}
