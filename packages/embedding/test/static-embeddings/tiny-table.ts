import { serializeWordVectors } from '../../src/static-embeddings/serialize-word-vectors.js';

/** Three pieces of four dimensions. */
export const TINY_WORDS = ['the', 'cat', '##s'];
export const TINY_VECTORS = Float32Array.of(0.5, -0.5, 0.25, 0, 3, 1, -2, 0.5, -7, 7, 0, 1);

export function tinyTable(): Uint8Array {
  return serializeWordVectors({ words: TINY_WORDS, wordDimensions: 4, vectors: TINY_VECTORS });
}
