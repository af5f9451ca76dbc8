import type { EmbeddingRequest, StepServices } from './step.js';

/**
 * Services that send nothing to a model and write nothing: texts that were never embedded get a stand-in, and are counted as
 * what would be embedded. Similarities made with it say nothing. All vectors have the length that
 * the request names, or that of the first. Vectors of a table are made, since none is stored.
 */
export function withoutEmbedding(services: StepServices): StepServices {
  let length: number | undefined;
  return {
    ...services,
    openMemo: (name) => ({ ...services.openMemo(name), save: () => {}, saveIfWritable: () => {} }),
    async embed(request: EmbeddingRequest) {
      const { strategy, texts, vectorLength } = request;
      if (services.isTable?.(strategy)) return services.embed(request);
      const known = services.findVectors(strategy, texts);
      length = vectorLength ?? length ?? [...known.values()][0]?.length ?? 1;
      const standIn = new Float32Array(length).fill(1);
      const vectors = texts.map((text) => {
        const vector = known.get(text);
        return vector !== undefined && vector.length === length ? vector : standIn;
      });
      return { vectors, refused: new Map(), embeddedCount: new Set(texts.filter((text) => !known.has(text))).size };
    },
  };
}
