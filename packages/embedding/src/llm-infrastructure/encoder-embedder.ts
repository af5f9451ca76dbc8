import { setImmediate as nextTurn } from 'node:timers/promises';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { labelOf } from '@topicmill/text/embedder';
import { assertTexts } from './assert-texts.js';
import { findEncoder } from './encoder-files.js';
import { type Encode, openEncoder } from './encoder-session.js';
import type { ModelEmbedder } from './model-embedder.js';
import { checkVector } from './vectors.js';

/** Whether a configuration names a sentence encoder in this process. */
export function isEncoder(spec: string): boolean {
  return /^encoder(?::|$)/.test(spec.trim());
}

/**
 * Embeds with a sentence encoder in this process, which is opened for the first text and kept open. Nothing is fetched.
 *
 * @throws TopicmillError `ENCODER_MISSING` for a folder without an encoder
 */
export function createEncoderEmbedder(spec: string, env: Readonly<Record<string, string | undefined>>): ModelEmbedder {
  const { model, read } = findEncoder(spec.trim(), env);
  let opened: Promise<Encode> | undefined;
  const open = async (): Promise<Encode> => openEncoder(read());
  return {
    model,
    async embed(texts, options = {}) {
      assertTexts(texts, options.labels);
      if (texts.length === 0) return [];
      opened ??= open();
      const encode = await opened;
      const vectors: Float32Array[] = [];
      for (const [index, text] of texts.entries()) {
        await nextTurn();
        if (options.signal?.aborted) throw stopped();
        const vector = await encode(text);
        checkVector(vector, labelOf(options.labels, index), model, undefined);
        vectors.push(vector);
        options.onBatch?.(index, [vector]);
      }
      return vectors;
    },
    estimate: async () => ({ tokenCount: 0, costUsd: 0 }),
  };
}

function stopped(): TopicmillError {
  return new TopicmillError('EMBEDDER_ABORTED', 'Embedding was stopped.', { remedy: 'Run the command again.' });
}
