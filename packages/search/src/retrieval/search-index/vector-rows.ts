import { TopicmillError } from '@topicmill/base/diagnostics';
import { invalidIndex } from './manifest.js';
import { type SumRows, sumRows, wholeQuery } from './row-sums.js';

const SCALE_BYTES = 4;
/** A code of this size stands for the value zero. */
const CODE_ZERO = 8;
/** Largest size of a value, on both sides of zero. */
const CODE_LIMIT = 7;

/** So many stay near the processor until all that is read of them is. */
const BYTES_AT_ONCE = 131_072;

/** Bytes of one row. */
export function vectorRowLength(dimensions: number): number {
  return SCALE_BYTES + Math.ceil(dimensions / 2);
}

/** Components of a vector whose row has so many bytes, and one more where they are odd. */
export function vectorDimensions(rowLength: number): number {
  return 2 * (rowLength - SCALE_BYTES);
}

/**
 * Vectors as rows: the float32 that makes the codes a vector of length 1, then a code of four bits for each component, the
 * lower half of a byte first. A row of zeros, which is near nothing, stands for a vector that is missing or zero.
 */
export function writeVectorRows(vectors: readonly (Float32Array | undefined)[], dimensions: number): Uint8Array {
  const rowLength = vectorRowLength(dimensions);
  const bytes = new Uint8Array(rowLength * vectors.length);
  const view = new DataView(bytes.buffer);
  for (const [row, vector] of vectors.entries()) {
    if (vector === undefined) continue;
    const step = bestStep(vector);
    if (step === 0) continue;
    let squares = 0;
    for (let at = 0; at < dimensions; at++) {
      const value = quantizedCode(vector[at]!, step);
      squares += value * value;
      bytes[row * rowLength + SCALE_BYTES + (at >> 1)]! |= (value + CODE_ZERO) << (at % 2 === 0 ? 0 : 4);
    }
    view.setFloat32(row * rowLength, 1 / Math.sqrt(squares), true);
  }
  return bytes;
}

function quantizedCode(value: number, step: number): number {
  return Math.max(-CODE_LIMIT, Math.min(CODE_LIMIT, Math.round(value / step)));
}

/** Of the steps from 50 % to 100 % of the one that fits the largest component, the one with the least squared error. */
function bestStep(vector: Float32Array): number {
  const fitting = vector.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0) / CODE_LIMIT;
  let best = { step: fitting, error: Number.POSITIVE_INFINITY };
  if (fitting === 0) return 0;
  for (let percent = 50; percent <= 100; percent += 10) {
    const step = (fitting * percent) / 100;
    let error = 0;
    for (const value of vector) error += (value - step * quantizedCode(value, step)) ** 2;
    if (error < best.error) best = { step, error };
  }
  return best.step;
}

/**
 * Cosines of a query with consecutive rows.
 *
 * @param rows bytes of whole rows
 * @param query of length 1
 * @param sum what multiplies them
 */
export function rowSimilarities(rows: Uint8Array, query: Float32Array, sum: SumRows = sumRows): Float32Array {
  const rowLength = vectorRowLength(query.length);
  const rowCount = rows.length / rowLength;
  if (!Number.isInteger(rowCount)) throw invalidIndex('vectors', 'The file of vectors does not consist of whole rows.');
  const view = new DataView(rows.buffer, rows.byteOffset, rows.length);
  const whole = wholeQuery(query);
  let zero = 0;
  for (const component of whole.components) zero += CODE_ZERO * component;
  const similarities = new Float32Array(rowCount);
  const rowsAtOnce = Math.max(1, Math.floor(BYTES_AT_ONCE / rowLength));
  for (let first = 0; first < rowCount; first += rowsAtOnce) {
    const end = Math.min(first + rowsAtOnce, rowCount);
    const sums = sum(rows.subarray(first * rowLength, end * rowLength), rowLength, whole);
    for (let row = first; row < end; row++) {
      similarities[row] = (sums[row - first]! - zero) * view.getFloat32(row * rowLength, true) * whole.step;
    }
  }
  return similarities;
}

/** @throws TopicmillError `EMBEDDER_BAD_VECTOR` for a query of another length than the index's vectors */
export function checkQueryLength(
  query: Float32Array,
  { dimensions, model }: { readonly dimensions: number; readonly model: string },
): void {
  if (vectorRowLength(query.length) === vectorRowLength(dimensions)) return;
  throw new TopicmillError(
    'EMBEDDER_BAD_VECTOR',
    `The query's vector has ${query.length} components, not ${dimensions}.`,
    { remedy: `Embed the query with ${model}, the model of the index.` },
  );
}
