import { setImmediate as nextTurn } from 'node:timers/promises';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { labelOf } from '@topicmill/text/embedder';
import {
  EMBEDDING_DIMENSIONS,
  embedText,
  MODEL_REVISION,
  textPiecesOf,
  type WordVectors,
} from '../static-embeddings/index.js';
import { assertTexts } from './assert-texts.js';
import type { ModelEmbedder } from './model-embedder.js';
import { checkVector } from './vectors.js';

/** Texts between two looks at the abort signal. */
const TEXTS_PER_ABORT_CHECK = 32;

/** Embeds with the table of word vectors that comes with Topicmill; a process reads it once, for its first text. */
export function createBuiltinEmbedder(): ModelEmbedder {
  return {
    model: BUILTIN_MODEL,
    dimensions: EMBEDDING_DIMENSIONS,
    isTable: true,
    async embed(texts, options = {}) {
      assertTexts(texts, options.labels);
      const vectorsOfWords = await wordVectors();
      const vectors: Float32Array[] = [];
      for (const [index, text] of texts.entries()) {
        if (index % TEXTS_PER_ABORT_CHECK === 0) await nextTurn();
        if (options.signal?.aborted) throw abortedError();
        const vector = embedText(vectorsOfWords, text);
        checkVector(vector, labelOf(options.labels, index), BUILTIN_MODEL, EMBEDDING_DIMENSIONS);
        vectors.push(vector);
      }
      if (vectors.length > 0) options.onBatch?.(0, vectors);
      return vectors;
    },
    knowsOf: async (text) => textPiecesOf(await wordVectors()).knowsOf(text),
    estimate: async () => ({ tokenCount: 0, costUsd: 0 }),
  };
}

/** Name of the built-in model; it changes whenever its vectors do. */
export const BUILTIN_MODEL = `builtin:${MODEL_REVISION}`;

/** Whether a configuration names the built-in model, of this revision or of none. */
export function isBuiltinModel(spec: string): boolean {
  return ['builtin', 'builtin:', BUILTIN_MODEL].includes(spec.trim());
}

async function wordVectors(): Promise<WordVectors> {
  const { bundledWordVectors } = await import('../static-embeddings/node.js');
  return bundledWordVectors();
}

function abortedError(): TopicmillError {
  return new TopicmillError('EMBEDDER_ABORTED', 'Embedding was stopped.', { remedy: 'Run the command again.' });
}
