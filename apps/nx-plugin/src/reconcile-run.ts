import { counted, diagnosticsOf, formatDiagnostic, throwErrors } from '@topicmill/base/diagnostics';
import { ALL_TARGETS } from '@topicmill/pipeline/optional-targets';
import { removeSureOrphans } from '@topicmill/pipeline/orphans';
import {
  folderWork,
  type ReconcileItem,
  type ReconcileReport,
  reconcile,
  removeOtherPacks,
  StatePack,
  type Workspace,
} from '@topicmill/pipeline/runner';
import { openWorkspace } from '@topicmill/pipeline/workspace';
import type { PostTasksExecutionContext } from 'nx/src/devkit-exports.js';
import { groupFolders, outputsOf } from './folder-groups.js';
import { LISTED, removedLines } from './removed-lines.js';

type TaskResult = PostTasksExecutionContext['taskResults'][string];

const RECONCILED_STATUSES = new Set<string>(['success', 'local-cache', 'local-cache-kept-existing', 'remote-cache']);

/**
 * After a run, makes the files of the docs root agree with the states that Nx restored or the run wrote. It says what
 * it restored, and lets the command fail when it cannot.
 */
export async function reconcileRun({ workspaceRoot, taskResults }: PostTasksExecutionContext): Promise<void> {
  try {
    const workspace = openAfter(workspaceRoot, taskResults);
    if (workspace === undefined) return;
    const results = resultsByOutput(taskResults);
    const items: ReconcileItem[] = [];
    const groups = groupFolders(workspace.tree);
    const packs = new Set<string>();
    for (const target of ALL_TARGETS) {
      for (const { path, folders, isPack } of outputsOf(target, groups, workspace)) {
        if (isPack) packs.add(path);
        const result = results.get(path);
        if (result === undefined) continue;
        const pack = isPack ? new StatePack(workspace.root, path, target.name) : undefined;
        items.push(...folders.map((folder) => ({ ...folderWork(target, folder), ...origin(result), pack })));
      }
    }
    removeOtherPacks(workspace.root, packs);
    if (items.length === 0) return;
    const reconciled = await reconcile({ workspace, items, targets: ALL_TARGETS, nowMs: Date.now() });
    const orphans = removeSureOrphans(workspace);
    report({
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

/** Of the tasks that came to a good end, by what Nx keeps of each. */
function resultsByOutput(taskResults: PostTasksExecutionContext['taskResults']): Map<string, TaskResult> {
  const results = new Map<string, TaskResult>();
  for (const result of Object.values(taskResults)) {
    if (!RECONCILED_STATUSES.has(result.status)) continue;
    for (const output of result.task.outputs) results.set(output, result);
  }
  return results;
}

/** Nothing when it cannot be opened and a task that failed has said why. */
function openAfter(root: string, taskResults: PostTasksExecutionContext['taskResults']): Workspace | undefined {
  try {
    return openWorkspace(root, { env: process.env });
  } catch (thrown) {
    if (Object.values(taskResults).some(({ status }) => status === 'failure')) return undefined;
    throw thrown;
  }
}

/** What another machine made under the same hash may be another state, where a model's vectors are not the same everywhere. */
function origin({ status, task }: TaskResult): Pick<ReconcileItem, 'justPublished' | 'cacheKey'> {
  return { justPublished: status === 'success', cacheKey: status === 'remote-cache' ? undefined : task.hash };
}

function report({ written, removed, rebuilt, warnedBeforeCount, diagnostics }: ReconcileReport): void {
  const lines = [
    ...changeLines('rebuilt', 'rebuilt', rebuilt, 'folder'),
    ...changeLines('restored', 'restored from the cache:', written),
    ...removedLines(removed),
  ];
  lines.push(...diagnostics.filter(({ severity }) => severity === 'warning').map(formatDiagnostic));
  // What Nx answers from its cache runs nothing that could warn again.
  if (warnedBeforeCount > 0) {
    const topics = counted(warnedBeforeCount, 'unchanged topic has', 'unchanged topics have');
    lines.push(`${topics} warnings; list them with: npx topicmill build`);
  }
  for (const line of lines) process.stdout.write(`topicmill: ${line}\n`);
  throwErrors(diagnostics);
}

function changeLines(verb: string, countedVerb: string, paths: readonly string[], noun = 'file'): string[] {
  if (paths.length > LISTED) return [`${countedVerb} ${counted(paths.length, noun)}`];
  return paths.map((path) => `${verb} ${path}`);
}
