import type { WordVectors } from './load-word-vectors.js';
import { TextPieces } from './text-pieces.js';
import { CODE_ZERO } from './word-table-format.js';

/** Length of a vector that the bundled table gives. */
export const EMBEDDING_DIMENSIONS = 256;

/**
 * Name of the bundled table together with this algorithm. It is part of cache keys: whatever changes a vector changes
 * this name.
 */
export const MODEL_REVISION = 'builtin-v2';

/** A term without a row weighs as much as a row of this length, in steps of the mean scale. */
const UNLISTED_CODE = 48;
/** Square roots are rounded to so many steps of 1, so that sums are of integers. */
const COUNT_STEPS = 64;

/**
 * One vector of unit length for a text of any length, script and markup: the sum of the rows of its word pieces, each times
 * the square root of how often the text has it. The rows of the bundled table were fitted to the vectors that a sentence
 * encoder gives for such texts (see `tools/distil`), so that the vectors of the encoder and of the table can be compared.
 *
 * A term that the table has no pieces for adds to one component, by its hash (Weinberger et al., "Feature hashing for large
 * scale multitask learning", 2009): the lower bits choose the component, the highest one the sign.
 *
 * Bits are the same on every machine and for every order of the words: up to the length only integers below 2^53 are added,
 * and what follows is additions in fixed order, divisions and square roots, all of which IEEE 754 fixes. Case, normal forms
 * and scripts come from the engine's Unicode tables, which differ for newly assigned characters only.
 *
 * White space alone gives the first unit vector: never zero, never NaN.
 *
 * @param text markdown or plain text
 * @returns `vectors.wordDimensions` components
 */
export function embedText(vectors: WordVectors, text: string): Float32Array {
  const before = lastEmbedded.get(vectors);
  if (before?.text === text) return before.vector.slice();
  const vector = sumRows(vectors, text);
  lastEmbedded.set(vectors, { text, vector });
  return vector.slice();
}

/** A query is compared with chunks and with questions, and is embedded for both. */
const lastEmbedded = new WeakMap<WordVectors, { readonly text: string; readonly vector: Float32Array }>();

const textPieces = new WeakMap<WordVectors, TextPieces>();

/** The counter of pieces that belongs to a table. */
export function textPiecesOf(vectors: WordVectors): TextPieces {
  const before = textPieces.get(vectors) ?? new TextPieces(vectors.rows);
  textPieces.set(vectors, before);
  return before;
}

/** What a piece counts that a text has so often, in steps of 1/64. */
export function countWeight(count: number): number {
  return Math.round(COUNT_STEPS * Math.sqrt(count));
}

function sumRows(vectors: WordVectors, text: string): Float32Array {
  const sums = new Float64Array(vectors.wordDimensions);
  for (const { row, hash, count } of textPiecesOf(vectors).count(text)) {
    if (row !== undefined) addRow(sums, vectors, row, countWeight(count));
    else
      sums[hash % sums.length]! +=
        (hash >>> 31 === 1 ? 1 : -1) * countWeight(count) * UNLISTED_CODE * vectors.meanScale;
  }
  const length = euclideanNorm(sums);
  if (length === 0) sums[0] = 1;
  else for (let at = 0; at < sums.length; at++) sums[at]! /= length;
  return new Float32Array(sums);
}

function addRow(sums: Float64Array, { codes, scales }: WordVectors, row: number, weight: number): void {
  const factor = scales[row]! * weight;
  // A row has each code many times: finding its product takes half the time of making it.
  for (let code = 0; code < products.length; code++) products[code] = factor * (code - CODE_ZERO);
  let from = row * (sums.length >> 1);
  for (let at = 0; at < sums.length; at += 2) {
    const pair = codes[from++]!;
    sums[at]! += products[pair & 15]!;
    sums[at + 1]! += products[pair >> 4]!;
  }
}

const products = new Float64Array(16);

function euclideanNorm(values: Float64Array): number {
  let squares = 0;
  for (let at = 0; at < values.length; at++) squares += values[at]! * values[at]!;
  return Math.sqrt(squares);
}
