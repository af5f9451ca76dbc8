import { createHash } from 'node:crypto';
import type { Embedder, EmbedOptions } from '@topicmill/text/embedder';

/** An embedder that turns each text's hash into a vector, in batches, and remembers what it was asked. */
export interface HashEmbedder extends Embedder {
  readonly embedded: string[];
}

export interface HashEmbedderSettings {
  readonly model?: string;
  readonly dimensions?: number;
  readonly batchSize?: number;
  /** Text at which it fails, after the batches before it. */
  readonly failsAt?: string;
}

export function hashEmbedder(settings: HashEmbedderSettings = {}): HashEmbedder {
  const { model = 'test:hash', dimensions = 4, batchSize = 100, failsAt } = settings;
  const embedded: string[] = [];
  return {
    model,
    embedded,
    async embed(texts: readonly string[], options: EmbedOptions = {}) {
      const vectors: Float32Array[] = [];
      for (let first = 0; first < texts.length; first += batchSize) {
        const batch = texts.slice(first, first + batchSize);
        if (failsAt !== undefined && batch.includes(failsAt)) throw new Error('the provider failed');
        embedded.push(...batch);
        vectors.push(...batch.map((text) => vectorOf(text, dimensions)));
        options.onBatch?.(first, vectors.slice(first));
      }
      return vectors;
    },
  };
}

export function vectorOf(text: string, dimensions = 4): Float32Array {
  const digest = createHash('sha256').update(text).digest();
  return Float32Array.from({ length: dimensions }, (_, index) => (digest[index % 32]! - 127.5) / 128);
}
