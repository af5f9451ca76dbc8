import {
  BODY_OFFSET,
  CODE_LIMIT,
  CODE_ZERO,
  DIGEST_OFFSET,
  FORMAT_VERSION,
  MAGIC,
  portableSha256,
  tableDigest,
} from './word-table-format.js';

/** What a word table is made from. */
export interface WordTable {
  /** Most frequent first, no two the same, none empty, none with a line feed. */
  readonly words: readonly string[];
  /** Components of a word's vector; even. */
  readonly wordDimensions: number;
  /** The vectors of all words, one after the other. */
  readonly vectors: Float32Array;
}

/**
 * Writes a word table: each component is rounded to one of fifteen steps of its word's own scale. Of the scales from
 * 60 % to 100 % of the one that fits the largest component, the one with the least squared error is taken.
 *
 * @throws RangeError when a word is listed twice
 */
export function serializeWordVectors({ words, wordDimensions, vectors }: WordTable): Uint8Array {
  if (new Set(words).size !== words.length) throw new RangeError('A word is listed twice.');
  const wordList = new TextEncoder().encode(words.join('\n'));
  const codesOffset = BODY_OFFSET + 2 * words.length;
  const rowLength = wordDimensions / 2;
  const bytes = new Uint8Array(codesOffset + words.length * rowLength + wordList.length);
  const view = new DataView(bytes.buffer);
  bytes.set(MAGIC);
  view.setUint16(4, FORMAT_VERSION, true);
  view.setUint16(6, wordDimensions, true);
  view.setUint32(8, words.length, true);
  view.setUint32(12, wordList.length, true);
  const unit = largestSize(vectors) / CODE_LIMIT / 0xffff;
  for (let row = 0; row < words.length; row++) {
    const vector = vectors.subarray(row * wordDimensions, (row + 1) * wordDimensions);
    const scale = unit === 0 ? 0 : Math.round(bestStep(vector) / unit);
    view.setUint16(BODY_OFFSET + 2 * row, scale, true);
    const codes = vector.map((value) => CODE_ZERO + (scale === 0 ? 0 : quantizedCode(value, scale * unit)));
    for (let at = 0; at < rowLength; at++) {
      bytes[codesOffset + row * rowLength + at] = codes[2 * at]! | (codes[2 * at + 1]! << 4);
    }
  }
  bytes.set(wordList, bytes.length - wordList.length);
  bytes.set(tableDigest(bytes, portableSha256), DIGEST_OFFSET);
  return bytes;
}

function quantizedCode(value: number, step: number): number {
  return Math.max(-CODE_LIMIT, Math.min(CODE_LIMIT, Math.round(value / step)));
}

function bestStep(vector: Float32Array): number {
  const fittingStep = largestSize(vector) / CODE_LIMIT;
  if (fittingStep === 0) return 0;
  let best = { step: fittingStep, error: Number.POSITIVE_INFINITY };
  for (let percent = 60; percent <= 100; percent += 4) {
    const step = (fittingStep * percent) / 100;
    let error = 0;
    for (const value of vector) {
      const difference = value - step * quantizedCode(value, step);
      error += difference * difference;
    }
    if (error < best.error) best = { step, error };
  }
  return best.step;
}

function largestSize(values: Float32Array): number {
  let largest = 0;
  for (const value of values) largest = Math.max(largest, Math.abs(value));
  return largest;
}
