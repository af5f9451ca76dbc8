import type { CommandIo } from '@topicmill/base/cli';
import { createEmbedder, KNOWN_EMBEDDERS } from '@topicmill/embedding/llm-infrastructure';
import { missingTexts } from '@topicmill/pipeline/embeddings';
import type { EmbeddingRequest, Workspace } from '@topicmill/pipeline/runner';
import { assembleWorkspace, readConfig } from '@topicmill/pipeline/workspace';

/** What filling the cache for one model would take. */
export interface ModelEstimate {
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
export async function estimateFill(
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
