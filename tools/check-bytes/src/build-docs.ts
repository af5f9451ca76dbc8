import { OPTIONAL_TARGETS } from '@topicmill/pipeline/optional-targets';
import { type FolderPlan, runFolders } from '@topicmill/pipeline/runner';
import { authorityStep, stepsOf } from '@topicmill/pipeline/steps';
import { openWorkspace } from '@topicmill/pipeline/workspace';

/**
 * Builds a docs repository in this process, as the batch executor of the Nx plugin does: the authority, every folder's
 * own steps, then the targets beside `index` that the configuration asks for.
 *
 * @throws Error with the first report of a folder that was not built
 */
export async function buildDocs(root: string): Promise<void> {
  const workspace = openWorkspace(root, { env: {} });
  const folders = [...workspace.tree.values()];
  const plans: FolderPlan[] = [
    { folders: [workspace.tree.get('')!], kind: 'authority', stepsOf: () => [authorityStep] },
    { folders, kind: 'index', stepsOf },
    ...OPTIONAL_TARGETS.map((target) => ({
      folders: target.foldersIn(workspace).map((folder) => ({ ...folder, childIds: [] })),
      kind: target.name,
      stepsOf: target.stepsOf,
    })),
  ];
  for (const plan of plans) {
    for await (const report of runFolders(plan, workspace)) {
      if (report.outcome !== 'built') throw new Error(`${root} was not built: ${JSON.stringify(report, null, 2)}`);
    }
  }
}
