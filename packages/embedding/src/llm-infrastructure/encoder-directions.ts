import { readFileSync } from 'node:fs';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { exactUnitVector } from '@topicmill/text/vectors';
import { EMBEDDING_DIMENSIONS } from '../static-embeddings/index.js';

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
export function projectOntoTable(vector: Float32Array, encoder: string): Float32Array {
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
