import { authorityStep, type FolderPlan, openWorkspace, runFolders, stepsOf } from '@topicmill/pipeline';

/** Builds the docs root of the folder named on the command line, in this process. */
const workspace = openWorkspace(process.argv[2]!, { env: process.env });
const plans: FolderPlan[] = [
  { folders: [workspace.tree.get('')!], kind: 'authority', stepsOf: () => [authorityStep] },
  { folders: [...workspace.tree.values()], kind: 'index', stepsOf },
];
for (const plan of plans) {
  for await (const report of runFolders(plan, workspace)) if (report.outcome !== 'built') process.exitCode = 1;
}
