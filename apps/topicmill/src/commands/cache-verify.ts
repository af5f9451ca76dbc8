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
import { STATE_DIRECTORY } from '@topicmill/pipeline/runner';
import { type StateProblem, verifyStates } from '@topicmill/pipeline/state-cache';
import { EMBEDDING_CACHE_DIRECTORY, openWorkspace, PIPELINE_VERSION } from '@topicmill/pipeline/workspace';

/** Runs `topicmill cache verify`; see `--help`. Returns the exit code. */
export function cacheVerifyCommand(args: readonly string[], io: CommandIo): Promise<ExitCode> {
  let exitCode: ExitCode = 0;
  const program = createProgram(
    {
      name: 'topicmill cache verify',
      version: PIPELINE_VERSION,
      description:
        'Reads every file of .embedding-cache and .topicmill and proves it by its hash. What it finds costs time, never a wrong output.',
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
      const states = verifyStates(root);
      if (result.problems.length + states.problems.length > 0) exitCode = 1;
      if (json) {
        io.stdout.write(`${JSON.stringify({ ...result, states }, null, 2)}\n`);
        return;
      }
      reportDiagnostics([...result.problems.map(asDiagnostic), ...states.problems.map(stateDiagnostic)], io);
      io.stdout.write(`${result.soundCount} of ${counted(result.entryCount, 'entry', 'entries')} sound\n`);
      io.stdout.write(`${states.soundCount} of ${counted(states.fileCount, 'file')} of ${STATE_DIRECTORY} sound\n`);
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

const STATE_REMEDIES: Readonly<Record<StateProblem['kind'], string>> = {
  damaged: 'Run `topicmill cache gc`, then build: it is made again.',
  temporary: 'Run `topicmill cache gc`.',
  unexpected: 'Move it away if it is not yours.',
  unreadable: 'Check that you may read it.',
};

function stateDiagnostic({ kind, path, message }: StateProblem): Diagnostic {
  const file = `${STATE_DIRECTORY}/${path}`;
  return { severity: 'error', code: 'CACHE_FILE_DAMAGED', message, file, remedy: STATE_REMEDIES[kind] };
}
