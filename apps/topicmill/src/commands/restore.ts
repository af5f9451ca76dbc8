import { ALL_TARGETS, OPTIONAL_TARGETS, targetsOf } from '@topicmill/pipeline/optional-targets';
import { removeSureOrphans } from '@topicmill/pipeline/orphans';
import {
  displayPath,
  FolderState,
  type FolderWork,
  folderWork,
  restoreFiles,
  type Target,
  type Workspace,
} from '@topicmill/pipeline/runner';
import { updateSearchStore } from '@topicmill/pipeline/search-store';
import { reportCommand } from '../report/report-command.js';

/** Runs `topicmill restore`; see `--help`. Returns the exit code. */
export const restore = reportCommand<{ readonly dryRun?: true }>(
  {
    name: 'topicmill restore',
    description:
      'Restores the files of all topics from the states in .topicmill, without building. Nx does this after a run; a target that needs the files during the run calls this first.',
    examples: [
      ['topicmill restore', 'restore what is missing or altered'],
      ['topicmill restore --dry-run', 'say what that is'],
      ['topicmill restore && npx some-site-generator', 'as the command of a target that depends on docs:index'],
    ],
  },
  (program) => program.option('--dry-run', 'say what would be restored and removed, and change nothing'),
  async ({ workspace, options: { dryRun = false } }) => {
    const items = targetsOf(workspace.config).flatMap((target) => builtWork(target, workspace));
    const restored = await restoreFiles({ workspace, items, targets: ALL_TARGETS, isDryRun: dryRun });
    const orphans = removeSureOrphans(workspace, dryRun);
    if (!dryRun) await updateSearchStore(workspace);
    const written = [...new Set([...restored.written, ...orphans.written])].sort();
    const removed = [...new Set([...restored.removed, ...orphans.removed])].sort();
    const diagnostics = [...restored.diagnostics, ...orphans.diagnostics];
    return {
      data: { written, removed, diagnostics },
      diagnostics,
      lines: [
        ...written.map((path) => `${dryRun ? 'would restore' : 'restored'} ${path}`),
        ...removed.map((path) => `${dryRun ? 'would remove' : 'removed'} ${path}`),
      ],
    };
  },
);

/**
 * The work of a target in all folders, but for optional targets only where it has been done, which a damaged state does not
 * say: nobody need ask for them.
 */
function builtWork(target: Target, workspace: Workspace): FolderWork[] {
  const work = target.foldersIn(workspace).map((folder) => folderWork(target, folder));
  if (!isOptional(target)) return work;
  return work.filter(({ folder, steps }) => {
    const state = new FolderState(workspace.root, target.name, displayPath(workspace.config, folder.id));
    return state.damage !== undefined || steps.every((step) => state.get(step.name) !== undefined);
  });
}

function isOptional({ name }: Target): boolean {
  return OPTIONAL_TARGETS.some((target) => target.name === name);
}
