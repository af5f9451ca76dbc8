import type { Embedder } from '@topicmill/artifacts/store';
import type { CommandIo } from '@topicmill/base/cli';
import { type EmbeddingCache, embedWithCache, openEmbeddingCache } from '@topicmill/embedding/embedding-cache';
import { createEmbedder } from '@topicmill/embedding/llm-infrastructure';
import type { StoreConfig } from './store-config.js';

/** The embedder of a name, with the cache in front of it where there is one. */
export function storeEmbedder(model: string, { cachePath }: StoreConfig, { env, stderr }: CommandIo): Embedder {
  const embedder = createEmbedder(model, { env });
  if (cachePath === undefined) return embedder;
  return cachedEmbedder(embedder, openEmbeddingCache(cachePath), (message) => stderr.write(`${message}\n`));
}

/** Folder of the embedding cache that contains the vectors of artifacts. */
const STRATEGY = 'artifacts';

/**
 * An embedder that takes the vectors of a source's texts from the cache where it has them, and keeps those that it makes.
 * Texts without a source, queries for instance, are embedded each time.
 *
 * @param onWarning told of trouble with the cache, which costs time and nothing else
 */
function cachedEmbedder(embedder: Embedder, cache: EmbeddingCache, onWarning: (message: string) => void): Embedder {
  return {
    model: embedder.model,
    dimensions: embedder.dimensions,
    ...(embedder.isTable && { isTable: true }),
    async embed(texts, options = {}) {
      const { sourceSha256, labels, signal, onBatch } = options;
      if (sourceSha256 === undefined) return embedder.embed(texts, options);
      const request = { cache, embedder, strategy: STRATEGY, sourceSha256, texts, labels, signal };
      const { vectors, diagnostics } = await embedWithCache(request);
      for (const { message } of diagnostics) onWarning(message);
      onBatch?.(0, vectors);
      return vectors;
    },
  };
}
