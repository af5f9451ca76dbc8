import { join } from 'node:path';
import { type CommandIo, counted, createProgram, type ExitCode, runProgram } from '@topicmill/base/cli';
import { cacheStats } from '@topicmill/embedding/embedding-cache';
import { EMBEDDING_CACHE_DIRECTORY, openWorkspace, PIPELINE_VERSION } from '@topicmill/pipeline/workspace';
import { formatBytes } from '../format-bytes.js';

/** Runs `topicmill cache stats`; see `--help`. Returns the exit code. */
export function cacheStatsCommand(args: readonly string[], io: CommandIo): Promise<ExitCode> {
  const program = createProgram(
    {
      name: 'topicmill cache stats',
      version: PIPELINE_VERSION,
      description: 'Counts the entries, vectors and bytes of the embedding cache, by strategy and model.',
      examples: [
        ['topicmill cache stats', 'a line for each strategy and model'],
        ['topicmill cache stats --json', 'the same for machines'],
      ],
    },
    io,
  )
    .option('--json', 'print the counts as JSON')
    .action(({ json }: { json?: true }) => {
      const { root } = openWorkspace(io.cwd, { env: io.env });
      const stats = cacheStats(join(root, EMBEDDING_CACHE_DIRECTORY));
      if (json) {
        io.stdout.write(`${JSON.stringify(stats, null, 2)}\n`);
        return;
      }
      for (const model of stats.models) io.stdout.write(`${model.strategy} ${model.model}: ${countsOf(model)}\n`);
      io.stdout.write(`total: ${countsOf(stats)}\n`);
    });
  return runProgram(program, args, io, () => 0);
}

interface Counts {
  readonly entryCount: number;
  readonly pendingCount: number;
  readonly vectorCount: number;
  readonly byteLength: number;
}

function countsOf({ entryCount, pendingCount, vectorCount, byteLength }: Counts): string {
  const pending = pendingCount === 0 ? [] : [counted(pendingCount, 'unfinished batch', 'unfinished batches')];
  const parts = [
    counted(entryCount, 'entry', 'entries'),
    ...pending,
    counted(vectorCount, 'vector'),
    formatBytes(byteLength),
  ];
  return parts.join(', ');
}
