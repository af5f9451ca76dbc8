import { type CommandIo, counted, reportDiagnostics } from '@topicmill/base/cli';
import { EMBEDDER_FORMS } from '@topicmill/base/config';
import { indentedJson } from '@topicmill/base/json';
import { createEmbedder, KNOWN_EMBEDDERS } from '@topicmill/embedding/llm-infrastructure';
import { embeddingNeeds, fillEmbeddings, missingTexts, storedRequests } from '@topicmill/pipeline/embeddings';
import type { EmbeddingRequest, Workspace } from '@topicmill/pipeline/runner';
import { assembleWorkspace, readConfig } from '@topicmill/pipeline/workspace';
import { startProgress } from '../report/progress.js';
import { topicmillCommand } from '../report/report-command.js';
import { openSurroundingWorkspace } from '../workspace/open-surrounding-workspace.js';
import { surroundingsOf } from '../workspace/surroundings.js';

interface CacheFillOptions {
  readonly model?: string;
  readonly dryRun?: true;
  readonly quiet?: true;
  readonly json?: true;
}

/** Runs `topicmill cache fill`; see `--help`. */
export const cacheFillCommand = topicmillCommand(
  {
    name: 'topicmill cache fill',
    description:
      'Embeds all chunks and questions that are not in the cache yet. A fill that was stopped resumes where it left off.',
    examples: [
      ['topicmill cache fill --dry-run', 'texts, tokens and price, for the configured model and the others'],
      ['topicmill cache fill', 'embed with the configured model'],
      ['topicmill cache fill --model ollama:mxbai-embed-large', 'with another one'],
    ],
  },
  (program) =>
    program
      .option('--model <name>', `${EMBEDDER_FORMS}, instead of the configured one`)
      .option('--dry-run', 'say what would be embedded and what it takes, and embed nothing')
      .option('--quiet', 'print no progress')
      .option('--json', 'print the report as JSON'),
  (io) =>
    async ({ model, dryRun, quiet, json }: CacheFillOptions) => {
      const workspace = openSurroundingWorkspace(surroundingsOf(io), model);
      const { requests, diagnostics } = await embeddingNeeds(workspace);
      reportDiagnostics(diagnostics, io);
      if (dryRun) printEstimates(await estimateFill(requests, workspace, model, io.env), json, io);
      else await fill(requests, workspace, json, { ...io, isQuiet: quiet === true });
      return diagnostics.length > 0 ? 1 : 0;
    },
);

function printEstimates(estimates: readonly ModelEstimate[], json: true | undefined, io: CommandIo): void {
  if (json) {
    io.stdout.write(indentedJson(estimates));
    return;
  }
  for (const { model, textCount, missingCount, tokenCount, costUsd } of estimates) {
    const tokens = tokenCount === 0 ? '' : `, ${tokenCount} tokens`;
    const cost = costUsd === null ? 'price not known' : costUsd === 0 ? 'free' : `about $${costUsd.toFixed(4)}`;
    const missing = `${missingCount} of ${counted(textCount, 'text')} to embed`;
    io.stdout.write(`${model}: ${missing}${missingCount === 0 ? '' : `${tokens}, ${cost}`}\n`);
  }
}

async function fill(
  requests: readonly EmbeddingRequest[],
  { services }: Workspace,
  json: true | undefined,
  io: CommandIo,
): Promise<void> {
  const stored = storedRequests(requests, services);
  if (stored.length === 0 && !json) {
    io.stdout.write(`${services.model}: nothing to embed, its vectors are made while building\n`);
    return;
  }
  const progress = startProgress(`Embedding with ${services.model}`, io);
  const { totalCount, embeddedCount } = await fillEmbeddings(stored, services, (state) =>
    progress.count(state.doneCount, state.totalCount, 'text'),
  ).finally(() => progress.stop());
  const report = { model: services.model, textCount: totalCount, embeddedCount };
  if (json) io.stdout.write(indentedJson(report));
  else io.stdout.write(`${services.model}: embedded ${embeddedCount} of ${counted(totalCount, 'text')}\n`);
}

/** What filling the cache for one model would take. */
interface ModelEstimate {
  /** Exact name of the model. */
  readonly model: string;
  /** Different texts that topics need vectors of. */
  readonly textCount: number;
  readonly missingCount: number;
  /** Of the missing texts: by the model's tokenizer or an estimate; 0 for the built-in model. */
  readonly tokenCount: number;
  /** In US dollars; `null` when the price is not known. */
  readonly costUsd: number | null;
}

/**
 * Estimates for the configured model, then for the other known ones; for `model` alone when it is given.
 *
 * @throws TopicmillError `EMBEDDER_UNKNOWN`
 */
async function estimateFill(
  requests: readonly EmbeddingRequest[],
  workspace: Workspace,
  model: string | undefined,
  env: CommandIo['env'],
): Promise<ModelEstimate[]> {
  const specs = [workspace.config.embedding.model, ...(model === undefined ? KNOWN_EMBEDDERS : [])];
  const estimates = new Map<string, ModelEstimate>();
  for (const spec of specs) {
    const options = { env, embeddingModel: spec };
    const { services } = assembleWorkspace(
      workspace.root,
      readConfig(workspace.root, options),
      workspace.tree,
      options,
    );
    if (estimates.has(services.model)) continue;
    const { textCount, missing } = missingTexts(requests, services);
    const { tokenCount, costUsd } = await createEmbedder(spec, { env }).estimate(missing);
    estimates.set(services.model, {
      model: services.model,
      textCount,
      missingCount: missing.length,
      tokenCount,
      costUsd: costUsd ?? null,
    });
  }
  return [...estimates.values()];
}
