import { type FinishedWork, finishBuild, folderWork, runFolders } from '@topicmill/pipeline/runner';
import { AUTHORITY, INDEX } from '@topicmill/pipeline/steps';
import { openWorkspace } from '@topicmill/pipeline/workspace';

/** Builds the docs repository in the working folder without Nx: what a run of all its targets does. */
const workspace = openWorkspace(process.cwd(), { env: {} });
const targets = [AUTHORITY, INDEX];
const done: FinishedWork[] = [];
for (const target of targets) {
  for await (const report of runFolders({ folders: target.foldersIn(workspace), target }, workspace)) {
    done.push({ ...folderWork(target, workspace.tree.get(report.id)!), report });
  }
}
finishBuild(done, targets, workspace);
process.exitCode = done.every(({ report }) => report.outcome === 'built') ? 0 : 1;
