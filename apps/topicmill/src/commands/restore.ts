import { type CommandIo, createProgram, type ExitCode, reportDiagnostics, runProgram } from '@topicmill/cli';
import {
  authorityStep,
  openWorkspace,
  PIPELINE_VERSION,
  type RestoreItem,
  restoreFiles,
  STEPS,
  stepsOf,
} from '@topicmill/pipeline';

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
        ['topicmill restore', 'put back what is missing or altered'],
        ['topicmill restore && npx some-site-generator', 'as the command of a target that depends on docs:index'],
      ],
    },
    io,
  )
    .option('--json', 'print the report as JSON')
    .action(({ json }: { json?: true }) => {
      const workspace = openWorkspace(io.cwd, { env: io.env });
      const items: RestoreItem[] = [...workspace.tree.values()].map((folder) => ({
        folder,
        kind: 'index',
        steps: stepsOf(folder),
      }));
      const authority: RestoreItem = { folder: workspace.tree.get('')!, kind: 'authority', steps: [authorityStep] };
      const report = restoreFiles([authority, ...items], STEPS, workspace, Date.now());
      if (report.diagnostics.length > 0) exitCode = 1;
      if (json) {
        io.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
        return;
      }
      reportDiagnostics(report.diagnostics, io);
      for (const path of report.written) io.stdout.write(`put back ${path}\n`);
      for (const path of report.removed) io.stdout.write(`removed ${path}\n`);
    });
  return runProgram(program, args, io, () => exitCode);
}
