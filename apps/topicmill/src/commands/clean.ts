import {
  type CommandIo,
  counted,
  createProgram,
  type ExitCode,
  reportDiagnostics,
  runProgram,
} from '@topicmill/base/cli';
import { findOrphans, removeOrphans } from '@topicmill/pipeline/orphans';
import { faultsOf } from '@topicmill/pipeline/runner';
import { openWorkspace, PIPELINE_VERSION } from '@topicmill/pipeline/workspace';

/** Runs `topicmill clean`; see `--help`. Returns the exit code. */
export function clean(args: readonly string[], io: CommandIo): Promise<ExitCode> {
  let exitCode: ExitCode = 0;
  const program = createProgram(
    {
      name: 'topicmill clean',
      version: PIPELINE_VERSION,
      description:
        'Removes what Topicmill made for topics and categories that are gone, also where a build leaves it because nothing says that it was made there. What people wrote stays.',
      examples: [
        ['topicmill clean --dry-run', 'list what would be removed'],
        ['topicmill clean', 'remove it'],
      ],
    },
    io,
  )
    .option('--dry-run', 'say what would be removed, and change nothing')
    .option('--json', 'print the report as JSON')
    .action(({ dryRun = false, json }: { dryRun?: boolean; json?: true }) => {
      const workspace = openWorkspace(io.cwd, { env: io.env });
      // Whether a topic is in a folder that cannot be read is not known; its outputs stay.
      const diagnostics = faultsOf([...workspace.tree.values()], workspace);
      if (diagnostics.length > 0) exitCode = 1;
      const { removed, written } = removeOrphans(findOrphans(workspace), workspace, dryRun);
      if (json) {
        io.stdout.write(`${JSON.stringify({ dryRun, removed, written, diagnostics }, null, 2)}\n`);
        return;
      }
      reportDiagnostics(diagnostics, io);
      const verb = dryRun ? 'would remove' : 'removed';
      for (const path of removed) io.stdout.write(`${verb} ${path}\n`);
      for (const path of written)
        io.stdout.write(`${dryRun ? 'would keep' : 'kept'} ${path}, without what Topicmill wrote into it\n`);
      io.stdout.write(`${verb} ${counted(removed.length, 'file')}\n`);
    });
  return runProgram(program, args, io, () => exitCode);
}
