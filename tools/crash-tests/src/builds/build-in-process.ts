import { type FolderReport, folderWork, reconcile, runTargets } from '@topicmill/pipeline/runner';
import { AUTHORITY, INDEX } from '@topicmill/pipeline/steps';
import { openWorkspace } from '@topicmill/pipeline/workspace';

/** Builds the docs repository in the working folder without Nx: what a run of all its targets does. */
const workspace = openWorkspace(process.cwd(), { env: {} });
const targets = [AUTHORITY, INDEX];
const reports: FolderReport[] = [];
for await (const report of runTargets(targets, workspace)) reports.push(report);
const items = targets.flatMap((target) =>
  target.foldersIn(workspace).map((folder) => ({ ...folderWork(target, folder), justPublished: true })),
);
await reconcile({ workspace, items, targets, nowMs: Date.now() });
process.exitCode = reports.every(({ outcome }) => outcome === 'built') ? 0 : 1;
