import { join } from 'node:path';
import {
  type CommandIo,
  counted,
  createProgram,
  type ExitCode,
  reportDiagnostics,
  runProgram,
} from '@topicmill/base/cli';
import type { Diagnostic } from '@topicmill/base/diagnostics';
import { type CacheProblem, verifyCache } from '@topicmill/embedding/embedding-cache';
import { EMBEDDING_CACHE_DIRECTORY, openWorkspace, PIPELINE_VERSION } from '@topicmill/pipeline/workspace';

/** Runs `topicmill cache verify`; see `--help`. Returns the exit code. */
export function cacheVerifyCommand(args: readonly string[], io: CommandIo): Promise<ExitCode> {
  let exitCode: ExitCode = 0;
  const program = createProgram(
    {
      name: 'topicmill cache verify',
      version: PIPELINE_VERSION,
      description:
        'Reads and checks every file of the embedding cache. What it finds costs time, never a wrong vector.',
      examples: [
        ['topicmill cache verify', 'list what is damaged or does not belong there; 1 if there is any'],
        ['topicmill cache verify --json', 'the same for machines'],
      ],
    },
    io,
  )
    .option('--json', 'print the findings as JSON')
    .action(({ json }: { json?: true }) => {
      const { root } = openWorkspace(io.cwd, { env: io.env });
      const result = verifyCache(join(root, EMBEDDING_CACHE_DIRECTORY));
      if (result.problems.length > 0) exitCode = 1;
      if (json) {
        io.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
        return;
      }
      reportDiagnostics(result.problems.map(asDiagnostic), io);
      io.stdout.write(`${result.soundCount} of ${counted(result.entryCount, 'entry', 'entries')} sound\n`);
    });
  return runProgram(program, args, io, () => exitCode);
}

const REMEDIES: Readonly<Record<CacheProblem['kind'], string>> = {
  damaged: 'Run `topicmill cache fill`: its texts are embedded again if a topic needs them.',
  foreign: 'Run `topicmill cache fill`: its texts are embedded again if a topic needs them.',
  incomplete: 'Run `topicmill cache fill` to finish it, or `topicmill cache gc` if no topic needs it.',
  temporary: 'Run `topicmill cache gc`.',
  unexpected: 'Move it away if it is not yours.',
  unreadable: 'Check that you may read it.',
};

function asDiagnostic({ kind, path, message }: CacheProblem): Diagnostic {
  const file = `${EMBEDDING_CACHE_DIRECTORY}/${path}`;
  return { severity: 'error', code: 'CACHE_ENTRY_INVALID', message, file, remedy: REMEDIES[kind] };
}
