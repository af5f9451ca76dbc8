import { isAbsolute, join } from 'node:path';
import { type Diagnostic, formatDiagnostic } from '@topicmill/base/diagnostics';
import { pathBelow, sha256Hex } from '@topicmill/base/files';
import { changedModel, embedWithCache, openEmbeddingCache, RecentVectors } from '@topicmill/embedding/embedding-cache';
import { createEmbedder, createQuestionEncoder } from '@topicmill/embedding/llm-infrastructure';
import type { Embedder } from '@topicmill/text/embedder';
import type { TopicmillConfig } from '../config/index.js';
import {
  type EmbeddingRequest,
  type EmbeddingResult,
  openMemo,
  QUESTIONS_STRATEGY,
  type StepServices,
} from '../runner/index.js';
import { engineId } from './engine-id.js';
import { EMBEDDING_CACHE_DIRECTORY, type WorkspaceOptions } from './workspace-root.js';

/**
 * Embedding with the configured models, through the cache of a workspace. Models and cache are loaded when the first text
 * is asked for.
 */
export function embeddingServices(
  root: string,
  { embedding }: TopicmillConfig,
  { env, onWarning }: WorkspaceOptions,
): StepServices {
  const texts = cachedEmbedding(createEmbedder(embedding.model, { env }), root, onWarning);
  const encoder = createQuestionEncoder(embedding, { env });
  if (encoder === undefined) return texts;
  const questions = cachedEmbedding(encoder, root, onWarning);
  const servicesOf = (strategy: string): StepServices => (strategy === QUESTIONS_STRATEGY ? questions : texts);
  return {
    ...texts,
    questionModel: encoder.model,
    isTable: (strategy) => servicesOf(strategy).isTable!(strategy),
    embed: (request) => servicesOf(request.strategy).embed(request),
    findVectors: (strategy, some) => servicesOf(strategy).findVectors(strategy, some),
  };
}

/** Embedding with any embedder, through the cache of a workspace. */
export function cachedEmbedding(
  embedder: Embedder,
  root: string,
  onWarning: WorkspaceOptions['onWarning'],
): StepServices {
  const cache = openEmbeddingCache(join(root, EMBEDDING_CACHE_DIRECTORY));
  // Several steps need the vector of one text.
  const refusals = new Map<string, Error>();
  const recent = new RecentVectors();
  let vectorLength: number | undefined;
  return {
    model: embedder.model,
    isTable: () => embedder.isTable === true,
    refusals,
    async embed(request: EmbeddingRequest): Promise<EmbeddingResult> {
      const { vectors, refused, embeddedCount, diagnostics } = await embedWithCache({
        cache,
        embedder,
        ...request,
        refusals,
        recent,
      });
      for (const diagnostic of diagnostics) onWarning?.(formatDiagnostic(shownIn(root, diagnostic)));
      const { length } = vectors.find((_, at) => !refused.has(at)) ?? { length: undefined };
      vectorLength ??= length;
      if (length !== undefined && length !== vectorLength)
        throw changedModel(embedder.model, `there are vectors of ${vectorLength} and of ${length} numbers`);
      return { vectors, refused, embeddedCount };
    },
    findVectors(strategy, texts) {
      if (embedder.isTable) return new Map();
      const hashes = new Map(texts.map((text) => [sha256Hex(text), text]));
      cache.refresh(strategy, embedder.model);
      const found = cache.findByText(strategy, embedder.model, [...hashes.keys()]);
      return new Map([...found].map(([hash, vector]) => [hashes.get(hash)!, vector]));
    },
    openMemo: (name) => openMemo(root, name, engineId()),
  };
}

/** What is wrong with an entry names its file in the file system; people see it from the workspace on. */
function shownIn(root: string, diagnostic: Diagnostic): Diagnostic {
  const { file } = diagnostic;
  return file !== undefined && isAbsolute(file) ? { ...diagnostic, file: pathBelow(root, file) ?? file } : diagnostic;
}
