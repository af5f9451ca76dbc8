import { join } from 'node:path';
import { counted } from '@topicmill/base/cli';
import { cacheStats } from '@topicmill/embedding/embedding-cache';
import { EMBEDDING_CACHE_DIRECTORY } from '@topicmill/pipeline/workspace';
import { formatBytes, reportCommand } from '../report/report-command.js';

/** Runs `topicmill cache stats`; see `--help`. Returns the exit code. */
export const cacheStatsCommand = reportCommand(
  {
    name: 'topicmill cache stats',
    description: 'Counts the entries, vectors and bytes of the embedding cache, by strategy and model.',
    examples: [
      ['topicmill cache stats', 'a line for each strategy and model'],
      ['topicmill cache stats --json', 'the same for machines'],
    ],
  },
  (program) => program,
  ({ workspace: { root } }) => {
    const stats = cacheStats(join(root, EMBEDDING_CACHE_DIRECTORY));
    const models = stats.models.map((model) => `${model.strategy} ${model.model}: ${formatCounts(model)}`);
    return { data: stats, lines: [...models, `total: ${formatCounts(stats)}`] };
  },
);

interface Counts {
  readonly entryCount: number;
  readonly pendingCount: number;
  readonly vectorCount: number;
  readonly byteLength: number;
}

function formatCounts({ entryCount, pendingCount, vectorCount, byteLength }: Counts): string {
  const pending = pendingCount === 0 ? [] : [counted(pendingCount, 'unfinished batch', 'unfinished batches')];
  const parts = [
    counted(entryCount, 'entry', 'entries'),
    ...pending,
    counted(vectorCount, 'vector'),
    formatBytes(byteLength),
  ];
  return parts.join(', ');
}
