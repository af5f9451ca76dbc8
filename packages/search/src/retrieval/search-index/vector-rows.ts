import { invalidIndex } from './manifest.js';

const SCALE_BYTES = 4;
const MAX_CODE = 127;

/** Bytes of one row. */
export function vectorRowLength(dimensions: number): number {
  return SCALE_BYTES + dimensions;
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
  if (!Number.isInteger(rowCount)) throw invalidIndex('vectors', 'The rows of the vectors have another length.');
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
