import type { WordVectors } from './load-word-vectors.js';
import { CONTINUATION } from './text-pieces.js';

/** Words that the table has as one piece, the most frequent first: misspellings are of several. */
export function everydayWords(vectors: WordVectors): string[] {
  return vectors.rows.words().filter((piece) => !piece.startsWith(CONTINUATION));
}
