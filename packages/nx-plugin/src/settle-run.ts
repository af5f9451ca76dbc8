import { diagnosticsOf, formatDiagnostic } from '@topicmill/diagnostics';
import { besideSteps, OPTIONAL_TARGETS } from '@topicmill/optional-targets';
import { authorityStep, openWorkspace, type SettleItem, STEPS, settle, stepsOf } from '@topicmill/pipeline';
import type { PostTasksExecutionContext } from 'nx/src/devkit-exports.js';
import { AUTHORITY_TARGET, INDEX_TARGET, projectName, projectOf } from './infer-projects.js';

const SETTLED_STATUSES = new Set<string>(['success', 'local-cache', 'local-cache-kept-existing', 'remote-cache']);

/**
 * After a run, makes the files of the docs root agree with the states that Nx restored or the run wrote. It says what
 * it put back, and lets the command fail when it cannot.
 */
export function settleRun({ workspaceRoot, taskResults }: PostTasksExecutionContext): void {
  try {
    const workspace = openWorkspace(workspaceRoot, { env: process.env });
    const { docsRoot } = workspace.config;
    const items: SettleItem[] = [];
    for (const folder of workspace.tree.values()) {
      const project = projectName(docsRoot, folder.id);
      const status = taskResults[`${project}:${INDEX_TARGET}`]?.status ?? '';
      if (SETTLED_STATUSES.has(status)) {
        items.push({ folder, kind: 'index', steps: stepsOf(folder), justPublished: status === 'success' });
      }
    }
    const authorityStatus = taskResults[`${docsRoot}:${AUTHORITY_TARGET}`]?.status ?? '';
    const root = workspace.tree.get('')!;
    if (SETTLED_STATUSES.has(authorityStatus)) {
      items.push({
        folder: root,
        kind: 'authority',
        steps: [authorityStep],
        justPublished: authorityStatus === 'success',
      });
    }
    for (const { name, foldersIn, stepsOf: stepsOfTarget } of OPTIONAL_TARGETS) {
      for (const folder of foldersIn(workspace)) {
        const status = taskResults[`${projectOf(folder.id, docsRoot, workspace.tree)}:${name}`]?.status ?? '';
        if (!SETTLED_STATUSES.has(status)) continue;
        items.push({ folder, kind: name, steps: stepsOfTarget(folder), justPublished: status === 'success' });
      }
    }
    if (items.length === 0) return;
    report(settle(items, STEPS, workspace, Date.now(), besideSteps(workspace)));
  } catch (thrown) {
    // Nx shows the message alone; what a plugin prints under the daemon is not seen.
    throw new Error(diagnosticsOf(thrown).map(formatDiagnostic).join('\n'), { cause: thrown });
  }
}

/** More files than this are counted, as in a fresh clone whose outputs Nx has from another one. */
const LISTED_FILES = 20;

function report({ written, removed }: ReturnType<typeof settle>): void {
  const lines = [
    ...changeLines('put back', 'put back from the cache:', written),
    ...changeLines('removed', 'removed', removed),
  ];
  for (const line of lines) process.stdout.write(`topicmill: ${line}\n`);
}

function changeLines(verb: string, countedVerb: string, paths: readonly string[]): string[] {
  if (paths.length > LISTED_FILES) return [`${countedVerb} ${paths.length} files`];
  return paths.map((path) => `${verb} ${path}`);
}
