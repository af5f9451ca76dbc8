import type { EmbeddingRequest, StepServices } from './step.js';

/**
 * Services that compute no vector and write nothing: texts that were never embedded get a stand-in, and are counted as
 * what would be embedded. Similarities made with it say nothing.
 */
export function withoutEmbedding(services: StepServices): StepServices {
  return {
    ...services,
    openMemo: (name) => ({ ...services.openMemo(name), save: () => {} }),
    async embed({ strategy, texts }: EmbeddingRequest) {
      const known = services.findVectors(strategy, texts);
      const standIn = new Float32Array([...known.values()][0]?.length ?? 1).fill(1);
      const missing = new Set(texts.filter((text) => !known.has(text)));
      return { vectors: texts.map((text) => known.get(text) ?? standIn), embeddedCount: missing.size };
    },
  };
}
