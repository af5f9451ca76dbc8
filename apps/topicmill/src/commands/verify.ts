import {
  type CommandIo,
  counted,
  createProgram,
  type ExitCode,
  reportDiagnostics,
  runProgram,
} from '@topicmill/base/cli';
import { findOrphans, orphanDiagnostics } from '@topicmill/pipeline/orphans';
import { openWorkspace, PIPELINE_VERSION } from '@topicmill/pipeline/workspace';
import { chooseFolders, verifyFolders } from '../verify-folders.js';

/** Runs `topicmill verify`; see `--help`. Returns the exit code. */
export function verify(args: readonly string[], io: CommandIo): Promise<ExitCode> {
  let exitCode: ExitCode = 0;
  const program = createProgram(
    {
      name: 'topicmill verify',
      version: PIPELINE_VERSION,
      description:
        'Proves that chunks, offsets, keywords, topic-spec.md, index.json and related.json belong to their sources and to each other, that every link leads to a file, and that nothing is left of topics that are gone.',
      examples: [
        ['topicmill verify', 'every folder of the docs root'],
        ['topicmill verify cli/native-aot', 'one topic, by id or by its folder'],
        ['topicmill verify --json', 'the findings for machines'],
      ],
    },
    io,
  )
    .argument('[topics...]', 'ids or folders (default: all)')
    .option('--json', 'print the findings as JSON')
    .action((topics: string[], { json }: { json?: true }) => {
      const workspace = openWorkspace(io.cwd, { env: io.env });
      const folders = chooseFolders(topics, workspace, io.cwd);
      const orphans = topics.length === 0 ? orphanDiagnostics(findOrphans(workspace), workspace) : [];
      const diagnostics = [...verifyFolders(folders, workspace), ...orphans];
      if (diagnostics.some(({ severity }) => severity === 'error')) exitCode = 1;
      if (json) {
        io.stdout.write(`${JSON.stringify({ folderCount: folders.length, diagnostics }, null, 2)}\n`);
        return;
      }
      reportDiagnostics(diagnostics, io);
      const errorCount = diagnostics.filter(({ severity }) => severity === 'error').length;
      const verdict = errorCount === 0 ? 'sound' : counted(errorCount, 'fault');
      io.stdout.write(`${counted(folders.length, 'folder')}: ${verdict}\n`);
    });
  return runProgram(program, args, io, () => exitCode);
}
