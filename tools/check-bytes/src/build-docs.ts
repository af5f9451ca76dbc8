import { targetsOf } from '@topicmill/pipeline/optional-targets';
import { runTargets } from '@topicmill/pipeline/runner';
import { openWorkspace } from '@topicmill/pipeline/workspace';

/**
 * Builds a docs repository in this process, as the batch executor of the Nx plugin does: the authority, every folder's
 * own steps, then the targets other than `index` that the configuration asks for.
 *
 * @throws Error with the first report of a folder that was not built
 */
export async function buildDocs(root: string): Promise<void> {
  const workspace = openWorkspace(root, { env: {} });
  for await (const report of runTargets(targetsOf(workspace.config), workspace)) {
    if (report.outcome !== 'built') throw new Error(`${root} was not built: ${JSON.stringify(report, null, 2)}`);
  }
}
