import type { WordVectors } from './load-word-vectors.js';
import { CODE_ZERO } from './word-table-format.js';

/** Vector of length 1 of the word in a row of a table. */
export function unitRow({ codes, wordDimensions }: WordVectors, row: number): Float32Array {
  const vector = new Float32Array(wordDimensions);
  const start = (row * wordDimensions) >> 1;
  let squares = 0;
  for (let at = 0; at < wordDimensions; at++) {
    const pair = codes[start + (at >> 1)]!;
    const value = (at % 2 === 0 ? pair & 15 : pair >> 4) - CODE_ZERO;
    vector[at] = value;
    squares += value * value;
  }
  const length = Math.sqrt(squares) || 1;
  return vector.map((value) => value / length);
}
