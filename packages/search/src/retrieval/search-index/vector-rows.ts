import { TopicmillError } from '@topicmill/base/diagnostics';
import { invalidIndex } from './manifest.js';

const SCALE_BYTES = 4;
const MAX_CODE = 127;

/** Bytes of one row. */
export function vectorRowLength(dimensions: number): number {
  return SCALE_BYTES + dimensions;
}

/** Components of a vector whose row has so many bytes. */
export function vectorDimensions(rowLength: number): number {
  return rowLength - SCALE_BYTES;
}

/**
 * Vectors as rows of int8 codes, each scaled to its largest component, after the float32 that makes the codes a vector
 * of length 1.
 */
export function writeVectorRows(vectors: readonly Float32Array[], dimensions: number): Uint8Array {
  const rowLength = vectorRowLength(dimensions);
  const bytes = new Uint8Array(rowLength * vectors.length);
  const view = new DataView(bytes.buffer);
  for (const [row, vector] of vectors.entries()) {
    const codes = new Int8Array(bytes.buffer, row * rowLength + SCALE_BYTES, dimensions);
    const step = vector.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0) / MAX_CODE;
    let squares = 0;
    for (let at = 0; at < dimensions; at++) {
      codes[at] = Math.round(vector[at]! / step);
      squares += codes[at]! * codes[at]!;
    }
    view.setFloat32(row * rowLength, 1 / Math.sqrt(squares), true);
  }
  return bytes;
}

/**
 * Cosines of a query with consecutive rows.
 *
 * @param rows bytes of whole rows
 * @param query of length 1
 */
export function rowSimilarities(rows: Uint8Array, query: Float32Array): Float32Array {
  const dimensions = query.length;
  const rowLength = vectorRowLength(dimensions);
  const rowCount = rows.length / rowLength;
  if (!Number.isInteger(rowCount)) throw invalidIndex('vectors', 'The file of vectors does not consist of whole rows.');
  const view = new DataView(rows.buffer, rows.byteOffset, rows.length);
  const codes = new Int8Array(rows.buffer, rows.byteOffset, rows.length);
  const similarities = new Float32Array(rowCount);
  for (let row = 0; row < rowCount; row++) {
    const start = row * rowLength + SCALE_BYTES;
    let sum = 0;
    for (let at = 0; at < dimensions; at++) sum += query[at]! * codes[start + at]!;
    similarities[row] = sum * view.getFloat32(row * rowLength, true);
  }
  return similarities;
}

/** @throws TopicmillError `EMBEDDER_BAD_VECTOR` for a query of another length than the index's vectors */
export function checkQueryLength(
  query: Float32Array,
  { dimensions, model }: { readonly dimensions: number; readonly model: string },
): void {
  if (query.length === dimensions) return;
  throw new TopicmillError(
    'EMBEDDER_BAD_VECTOR',
    `The query's vector has ${query.length} components, not ${dimensions}.`,
    { remedy: `Embed the query with ${model}, the model of the index.` },
  );
}
