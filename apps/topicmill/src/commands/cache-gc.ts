import { join } from 'node:path';
import { type CommandIo, counted, type ExitCode, reportDiagnostics } from '@topicmill/base/cli';
import { indentedJson } from '@topicmill/base/json';
import { collectGarbage, keptProbe, openEmbeddingCache, PROBE_STRATEGY } from '@topicmill/embedding/embedding-cache';
import { embeddingNeeds } from '@topicmill/pipeline/embeddings';
import { type EmbeddingRequest, QUESTIONS_STRATEGY, STATE_DIRECTORY, type Workspace } from '@topicmill/pipeline/runner';
import { collectStateGarbage } from '@topicmill/pipeline/state-cache';
import { EMBEDDING_CACHE_DIRECTORY } from '@topicmill/pipeline/workspace';
import { formatBytes, topicmillCommand } from '../report/report-command.js';
import { openSurroundingWorkspace } from '../workspace/open-surrounding-workspace.js';
import { surroundingsOf } from '../workspace/surroundings.js';

interface CacheGcOptions {
  readonly model?: string;
  readonly dryRun?: boolean;
  readonly json?: true;
}

/** Runs `topicmill cache gc`; see `--help`. */
export const cacheGcCommand = topicmillCommand(
  {
    name: 'topicmill cache gc',
    description:
      'Removes vectors that no topic needs for its current text, strategy and model, and files of .topicmill that no topic needs; also damaged files, and those that killed processes left.',
    examples: [
      ['topicmill cache gc --dry-run', 'list what would be removed'],
      ['topicmill cache gc', 'remove it'],
      ['topicmill cache gc --model openai:text-embedding-3-small', 'keep what this model needs instead'],
    ],
  },
  (program) =>
    program
      .option('--model <name>', 'keep the vectors of this model instead of the configured one')
      .option('--dry-run', 'say what would be removed, and remove nothing')
      .option('--json', 'print the report as JSON'),
  (io) => async (options: CacheGcOptions) => {
    return collect(options, io);
  },
);

/** Exact name of the model that makes the vectors of a strategy. */
function exactModelName(strategy: string, { model, questionModel = model }: Workspace['services']): string {
  return strategy === QUESTIONS_STRATEGY ? questionModel : model;
}

async function collect({ model, dryRun = false, json }: CacheGcOptions, io: CommandIo): Promise<ExitCode> {
  const workspace = openSurroundingWorkspace(surroundingsOf(io), model);
  const { requests, overviews, diagnostics } = await embeddingNeeds(workspace);
  reportDiagnostics(diagnostics, io);
  // What belongs to a topic that cannot be read now is not known, so nothing can be called unneeded.
  if (diagnostics.length > 0) return 1;
  const needed = new Set([...requests, ...overviews].map(entryName));
  const root = join(workspace.root, EMBEDDING_CACHE_DIRECTORY);
  const cache = openEmbeddingCache(root);
  // Nothing writes a damaged one anew but a build that has something to embed.
  const isSoundProbe = (strategy: string, entryModel: string): boolean =>
    strategy === PROBE_STRATEGY && keptProbe(cache, entryModel) !== undefined;
  const report = collectGarbage(
    root,
    (strategy, entryModel, sourcePrefix) =>
      entryModel === exactModelName(strategy, workspace.services) &&
      !workspace.services.isTable?.(strategy) &&
      (isSoundProbe(strategy, entryModel) || needed.has(`${strategy}/${sourcePrefix}`)),
    { dryRun },
  );
  const states = collectStateGarbage(workspace, { dryRun });
  if (json) {
    io.stdout.write(indentedJson({ ...report, states }));
    return 0;
  }
  const verb = dryRun ? 'would remove' : 'removed';
  for (const { path, reason } of report.removed) io.stdout.write(`${verb} ${path} (${reason})\n`);
  for (const { path, reason } of states.removed) io.stdout.write(`${verb} ${STATE_DIRECTORY}/${path} (${reason})\n`);
  for (const [name, { removed, removedByteLength, keptCount }] of [
    [EMBEDDING_CACHE_DIRECTORY, report],
    [STATE_DIRECTORY, states],
  ] as const) {
    const items = counted(removed.length, 'item');
    io.stdout.write(`${name}: ${verb} ${items}, ${formatBytes(removedByteLength)}; kept ${keptCount}\n`);
  }
  return 0;
}

function entryName({ strategy, sourceSha256 }: EmbeddingRequest): string {
  return `${strategy}/${sourceSha256.slice(0, 16)}`;
}
