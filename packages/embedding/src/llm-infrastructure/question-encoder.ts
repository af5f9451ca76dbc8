import { TopicmillError } from '@topicmill/base/diagnostics';
import { type EmbedOptions, labelOf } from '@topicmill/text/embedder';
import { EMBEDDING_DIMENSIONS, MODEL_REVISION } from '../static-embeddings/index.js';
import { createBuiltinEmbedder, isBuiltinModel } from './builtin-embedder.js';
import { type EmbedderSettings, refuseUnknownSettings } from './embedder-settings.js';
import { projectOntoTable } from './encoder-directions.js';
import { createEncoderEmbedder } from './encoder-embedder.js';
import type { ModelEmbedder } from './model-embedder.js';

/** What a configuration says of embedding. */
export interface EmbeddingModels {
  /** As `createEmbedder` takes it. */
  readonly model: string;
  /** `encoder` or `encoder:<folder>`: reads questions where the built-in table reads texts. */
  readonly questions?: string | undefined;
}

/** The encoder reads English, and the table recognises terms of other scripts as they are. */
const OTHER_SCRIPT = /(?!\p{Script=Latin})\p{L}/u;

/**
 * The sentence encoder that a configuration names for questions. Its vectors are compared with those that the built-in table gives
 * of texts, since the table was distilled from it. Its model is named after both.
 *
 * @param onMissing told once that the encoder is not on this machine: from then on the table reads questions too. Without it
 *   that is an error
 * @returns `undefined` where the model of texts reads questions too
 * @throws TopicmillError `INVALID_OPTION` for a setting that there is not; `ENCODER_MISSING` for a folder without an encoder; when it embeds, `ENCODER_MISSING`, `ENCODER_INVALID`
 */
export function createQuestionEncoder(
  { model, questions }: EmbeddingModels,
  settings: EmbedderSettings,
  onMissing?: (error: TopicmillError) => void,
): ModelEmbedder | undefined {
  refuseUnknownSettings(settings);
  if (questions === undefined || !isBuiltinModel(model)) return undefined;
  const encoder = createEncoderEmbedder(questions, settings.env);
  const table = createBuiltinEmbedder();
  let isMissing = false;
  const embedOne = async (text: string, options: EmbedOptions): Promise<Float32Array> => {
    if (isMissing || OTHER_SCRIPT.test(text)) return (await table.embed([text], options))[0]!;
    try {
      return projectOntoTable((await encoder.embed([text], options))[0]!, encoder.model);
    } catch (thrown) {
      const isOfAbsence = thrown instanceof TopicmillError && thrown.code === 'ENCODER_MISSING';
      if (onMissing === undefined || !isOfAbsence) throw thrown;
      if (!isMissing) onMissing(thrown);
      isMissing = true;
      return embedOne(text, options);
    }
  };
  return {
    model: `${encoder.model}:${MODEL_REVISION}`,
    dimensions: EMBEDDING_DIMENSIONS,
    get isEncoder() {
      return !isMissing;
    },
    async embed(texts, { labels, signal, onBatch } = {}) {
      const vectors: Float32Array[] = [];
      for (const [index, text] of texts.entries()) {
        const vector = await embedOne(text, { labels: [labelOf(labels, index)], signal });
        vectors.push(vector);
        onBatch?.(index, [vector]);
      }
      return vectors;
    },
    knowsOf: table.knowsOf,
    estimate: encoder.estimate,
  };
}
