import { reconcile, runFolder, runFolders } from '@topicmill/pipeline/runner';
import { authorityStep, STEPS, stepsOf } from '@topicmill/pipeline/steps';
import { openWorkspace } from '@topicmill/pipeline/workspace';

/** Builds the docs repository in the working folder without Nx: what a run of all its targets does. */
const workspace = openWorkspace(process.cwd(), { env: {} });
const root = workspace.tree.get('')!;
const folders = [...workspace.tree.values()];
const reports = [await runFolder(root, [authorityStep], workspace, 'authority')];
for await (const report of runFolders({ folders, kind: 'index', stepsOf }, workspace)) reports.push(report);
const items = folders.map((folder) => ({
  folder,
  kind: 'index' as const,
  steps: stepsOf(folder),
  justPublished: true,
}));
reconcile(
  [{ folder: root, kind: 'authority', steps: [authorityStep], justPublished: true }, ...items],
  STEPS,
  workspace,
  Date.now(),
);
process.exitCode = reports.every(({ outcome }) => outcome === 'built') ? 0 : 1;
