import { readFileSync } from 'node:fs';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { type EmbedOptions, labelOf } from '@topicmill/text/embedder';
import { exactUnitVector } from '@topicmill/text/vectors';
import { EMBEDDING_DIMENSIONS, MODEL_REVISION } from '../static-embeddings/index.js';
import { createBuiltinEmbedder, isBuiltinModel } from './builtin-embedder.js';
import { type EmbedderSettings, refuseUnknownSettings } from './embedder-settings.js';
import { createEncoderEmbedder } from './encoder-embedder.js';
import type { ModelEmbedder } from './model-embedder.js';

/** What a configuration says about embedding. */
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
    get encoder() {
      return isMissing ? undefined : ('questions' as const);
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

/** Numbers of a vector of the encoder that the built-in table was distilled from. */
const ENCODER_DIMENSIONS = 384;
const SCALE_BYTES = 4;
const ROW_BYTES = SCALE_BYTES + ENCODER_DIMENSIONS;

let directions: DataView | undefined;

/**
 * A vector of the encoder in the directions of the built-in table's components, at length 1: from then on it can be compared with
 * the table's vectors, which were fitted to these.
 *
 * @param encoder exact name of the model that gave it
 * @throws TopicmillError `ENCODER_INVALID` for a vector that is not of 384 numbers
 */
function projectOntoTable(vector: Float32Array, encoder: string): Float32Array {
  if (vector.length !== ENCODER_DIMENSIONS) {
    throw new TopicmillError(
      'ENCODER_INVALID',
      `${encoder} gives ${vector.length} numbers, and the built-in table was made from an encoder with ${ENCODER_DIMENSIONS}.`,
      { remedy: 'Set `embedding.questions: encoder`, or `embedding.model` to this encoder.' },
    );
  }
  directions ??= readDirections();
  const components = new Float64Array(EMBEDDING_DIMENSIONS);
  for (let row = 0; row < EMBEDDING_DIMENSIONS; row++) {
    const codes = row * ROW_BYTES + SCALE_BYTES;
    let sum = 0;
    for (let at = 0; at < ENCODER_DIMENSIONS; at++) sum += vector[at]! * directions.getInt8(codes + at);
    components[row] = sum * directions.getFloat32(row * ROW_BYTES, true);
  }
  return Float32Array.from(exactUnitVector(components));
}

/** Of each direction its scale as a float32, then a signed byte for each component, in steps of the scale. */
function readDirections(): DataView {
  const url = new URL('../../data/encoder-directions.bin', import.meta.url);
  const bytes = readFileSync(url);
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
