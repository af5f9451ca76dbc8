import { embedText } from '@topicmill/embedding/static-embeddings';
import { bundledWordVectors } from '@topicmill/embedding/static-embeddings/node';
import type { Embedder } from '@topicmill/text/embedder';

/** The built-in vectors under a name of choice, with a list of what was embedded. */
export interface CountingEmbedder extends Embedder {
  readonly embedded: string[];
}

export function countingEmbedder(model = 'test:one', dimensions = 612): CountingEmbedder {
  const words = bundledWordVectors();
  const embedded: string[] = [];
  return {
    model,
    dimensions,
    embedded,
    async embed(texts) {
      embedded.push(...texts);
      return texts.map((text) => {
        const vector = new Float32Array(dimensions);
        for (const [at, value] of embedText(words, text).entries()) vector[at % dimensions]! += value;
        return vector;
      });
    },
  };
}
