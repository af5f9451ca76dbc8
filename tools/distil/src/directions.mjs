import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
// biome-ignore lint/style/noRestrictedImports: outside the workspaces there is no package of ours to read a command line with
import { parseArgs } from 'node:util';
import { loadWordVectors } from '../../../packages/embedding/dist/static-embeddings/load-word-vectors.js';
import { CODE_ZERO } from '../../../packages/embedding/dist/static-embeddings/word-table-format.js';
import { encodedTexts } from './encoded-texts.mjs';
import { ENCODER_SIZE, openEncoder } from './encoder.mjs';

const dataFile = (name) => fileURLToPath(new URL(`../../../packages/embedding/data/${name}`, import.meta.url));

const USAGE = `node src/directions.mjs --model <folder> [--folder <folder>] [--out <file>]

  --model   folder of the encoder: model-int8.onnx and tokenizer.json
  --folder  where vectors are kept between runs; default: topicmill-distil in the system's temporary folder
  --out     the directions; default: those of packages/embedding`;

/** Rounds of least squares; from the third on, the rows that count are the same. */
const ROUNDS = 5;
/** Share of the rows that a round trusts: more than this have no text that moved them. */
const TRUSTED_SHARE = 0.25;
/** Enough for directions to be of length 1 and at right angles, in double precision. */
const POLAR_ROUNDS = 20;
/** Largest size of a code of a direction. */
const CODE_LIMIT = 127;

const { values } = parseArgs({
  options: {
    model: { type: 'string' },
    folder: { type: 'string', default: join(tmpdir(), 'topicmill-distil') },
    out: { type: 'string', default: dataFile('encoder-directions.bin') },
  },
});
if (values.model === undefined) console.error(USAGE);
else await findDirections(resolve(values.model), resolve(values.folder));

/** Rows of pieces that no text has are where they started, at the encoder's vectors of the pieces alone: they tell its directions. */
async function findDirections(model, folder) {
  const encoder = await openEncoder(model);
  const pieces = encoder.vocabulary.map((piece) => piece.replace('##', ''));
  const vectors = await encodedTexts(encoder, pieces, { folder: join(folder, 'vectors'), name: 'pieces' });
  const table = loadWordVectors(readFileSync(dataFile('word-vectors.bin')));
  const places = table.rows.words().map((word) => encoder.vocabulary.indexOf(word));
  const starts = places.map((at) => Float64Array.from(vectors.subarray(at * ENCODER_SIZE, (at + 1) * ENCODER_SIZE)));
  const rows = tableRows(table);
  let weights = starts.map(() => 1);
  let map;
  for (let round = 0; round < ROUNDS; round++) {
    map = leastSquares(starts, rows, weights);
    const misses = starts.map((start, at) => missOf(start, rows[at], map));
    const trusted = [...misses].sort((a, b) => a - b)[Math.floor(TRUSTED_SHARE * misses.length)];
    weights = misses.map((miss) => 1 / (1 + (miss / trusted) ** 4));
  }
  const directions = nearestOrthonormal(map, table.wordDimensions);
  const bytes = directionBytes(directions);
  writeFileSync(values.out, bytes);
  const trusted = weights.filter((weight) => weight > 0.4).length;
  console.log(`${values.out}: ${bytes.length} bytes, from ${trusted} of ${rows.length} rows`);
}

function tableRows({ codes, scales, wordDimensions }) {
  const rows = Array.from(scales, (scale, row) =>
    Float64Array.from({ length: wordDimensions }, (_, at) => {
      const pair = codes[(row * wordDimensions) / 2 + (at >> 1)];
      return scale * ((at % 2 === 0 ? pair & 15 : pair >> 4) - CODE_ZERO);
    }),
  );
  const lengths = rows.map((row) => Math.sqrt(dot(row, row))).sort((a, b) => a - b);
  const middle = lengths[lengths.length >> 1];
  return rows.map((row) => row.map((value) => value / middle));
}

/** The matrix that takes the starts nearest to the rows, a row of it for each number of a start. */
function leastSquares(starts, rows, weights) {
  const size = ENCODER_SIZE;
  const moments = Array.from({ length: size }, (_, at) =>
    new Float64Array(size).fill(0).map((__, b) => (at === b ? 1e-6 : 0)),
  );
  const products = Array.from({ length: size }, () => new Float64Array(rows[0].length));
  for (const [at, start] of starts.entries()) {
    for (let a = 0; a < size; a++) {
      const value = weights[at] * start[a];
      addTimes(moments[a], value, start);
      addTimes(products[a], value, rows[at]);
    }
  }
  return solved(moments, products);
}

/** Gaussian elimination of a positive definite matrix, which needs no pivots. */
function solved(matrix, right) {
  for (let at = 0; at < matrix.length; at++) {
    for (let below = at + 1; below < matrix.length; below++) {
      const factor = -matrix[below][at] / matrix[at][at];
      addTimes(matrix[below], factor, matrix[at]);
      addTimes(right[below], factor, right[at]);
    }
  }
  for (let at = matrix.length - 1; at >= 0; at--) {
    for (let after = at + 1; after < matrix.length; after++) addTimes(right[at], -matrix[at][after], right[after]);
    right[at] = right[at].map((value) => value / matrix[at][at]);
  }
  return right;
}

/** How far the matrix misses a row. */
function missOf(start, row, map) {
  const rest = row.slice();
  for (const [at, value] of start.entries()) addTimes(rest, -value, map[at]);
  return Math.sqrt(dot(rest, rest));
}

/**
 * Directions of length 1 and at right angles that are nearest to those of a matrix, by Newton's iteration for its polar factor
 * (Björck and Bowie, 1971): rounding to four bits has shortened the weak ones.
 *
 * @returns {Float64Array[]} one for each component of the table
 */
function nearestOrthonormal(map, count) {
  const total = Math.sqrt(map.reduce((sum, row) => sum + dot(row, row), 0) / count);
  let directions = Array.from({ length: count }, (_, at) => Float64Array.from(map, (row) => row[at] / total));
  for (let round = 0; round < POLAR_ROUNDS; round++) {
    directions = directions.map((own) => {
      const next = own.map((value) => 1.5 * value);
      for (const other of directions) addTimes(next, -dot(own, other) / 2, other);
      return next;
    });
  }
  return directions;
}

/** Of each direction its scale as a little-endian float32, then a signed byte for each component, in steps of the scale. */
function directionBytes(directions) {
  const rowBytes = 4 + ENCODER_SIZE;
  const bytes = new DataView(new ArrayBuffer(directions.length * rowBytes));
  for (const [row, own] of directions.entries()) {
    const scale = Math.fround(own.reduce((most, value) => Math.max(most, Math.abs(value)), 0) / CODE_LIMIT);
    bytes.setFloat32(row * rowBytes, scale, true);
    for (const [at, value] of own.entries()) bytes.setInt8(row * rowBytes + 4 + at, Math.round(value / scale));
  }
  return new Uint8Array(bytes.buffer);
}

function addTimes(sum, factor, values) {
  for (let at = 0; at < sum.length; at++) sum[at] += factor * values[at];
}

function dot(a, b) {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += a[at] * b[at];
  return sum;
}
