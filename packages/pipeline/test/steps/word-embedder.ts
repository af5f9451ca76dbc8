import { createHash } from 'node:crypto';
import type { Embedder, EmbedOptions } from '@topicmill/text/embedder';

const DIMENSIONS = 24;

/** An embedder that counts words in hashed places: equal texts are equal, similar texts are near. */
export interface WordEmbedder extends Embedder {
  /** Every text that it was asked for, in order. */
  readonly embedded: string[];
}

export function wordEmbedder(model = 'test:words'): WordEmbedder {
  const embedded: string[] = [];
  return {
    model,
    embedded,
    async embed(texts: readonly string[], options: EmbedOptions = {}) {
      embedded.push(...texts);
      const vectors = texts.map((text) => vectorOf(text, model));
      options.onBatch?.(0, vectors);
      return vectors;
    },
  };
}

function vectorOf(text: string, model: string): Float32Array {
  const vector = new Float32Array(DIMENSIONS).fill(0.25);
  for (const word of text.toLowerCase().split(/\P{L}+/u)) {
    const place = createHash('sha256').update(`${model} ${word}`).digest()[0]! % DIMENSIONS;
    vector[place] = vector[place]! + 1;
  }
  return vector;
}
