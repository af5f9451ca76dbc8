import { type CommandIo, createProgram, type ExitCode, reportDiagnostics, runProgram } from '@topicmill/base/cli';
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
import { openWorkspace, PIPELINE_VERSION } from '@topicmill/pipeline/workspace';

/** Runs `topicmill restore`; see `--help`. Returns the exit code. */
export function restore(args: readonly string[], io: CommandIo): Promise<ExitCode> {
  let exitCode: ExitCode = 0;
  const program = createProgram(
    {
      name: 'topicmill restore',
      version: PIPELINE_VERSION,
      description:
        'Publishes the files of all topics from the states in .topicmill, without building. Nx does so after a run; a target that needs the files within the run calls this first.',
      examples: [
        ['topicmill restore', 'restore what is missing or altered'],
        ['topicmill restore --dry-run', 'say what that is'],
        ['topicmill restore && npx some-site-generator', 'as the command of a target that depends on docs:index'],
      ],
    },
    io,
  )
    .option('--dry-run', 'say what would be restored and removed, and change nothing')
    .option('--json', 'print the report as JSON')
    .action(({ dryRun = false, json }: { dryRun?: boolean; json?: true }) => {
      const workspace = openWorkspace(io.cwd, { env: io.env });
      const items = targetsOf(workspace.config).flatMap((target) => builtWork(target, workspace));
      const restored = restoreFiles({ workspace, items, targets: ALL_TARGETS, isDryRun: dryRun });
      const orphans = removeSureOrphans(workspace, dryRun);
      const report = {
        ...restored,
        written: [...new Set([...restored.written, ...orphans.written])].sort(),
        removed: [...new Set([...restored.removed, ...orphans.removed])].sort(),
      };
      if (report.diagnostics.some(({ severity }) => severity === 'error')) exitCode = 1;
      if (json) {
        io.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
        return;
      }
      reportDiagnostics(report.diagnostics, io);
      for (const path of report.written) io.stdout.write(`${dryRun ? 'would restore' : 'restored'} ${path}\n`);
      for (const path of report.removed) io.stdout.write(`${dryRun ? 'would remove' : 'removed'} ${path}\n`);
    });
  return runProgram(program, args, io, () => exitCode);
}

/** The work of a target in all folders, but for optional targets only where it has been done: nobody need ask for them. */
function builtWork(target: Target, workspace: Workspace): FolderWork[] {
  const work = target.foldersIn(workspace).map((folder) => folderWork(target, folder));
  if (!isOptional(target)) return work;
  return work.filter(({ folder, steps }) => {
    const state = new FolderState(workspace.root, target.name, displayPath(workspace.config, folder.id));
    return steps.every((step) => state.get(step.name) !== undefined);
  });
}

function isOptional({ name }: Target): boolean {
  return OPTIONAL_TARGETS.some((target) => target.name === name);
}
