import { embedText, MODEL_REVISION, textPiecesOf } from './embed-text.js';
import type { WordVectors } from './load-word-vectors.js';
import { PieceRows } from './piece-rows.js';
import { TextPieces } from './text-pieces.js';

const SCALE_BYTES = 2;

/** Rows of a table that are had one by one, where the whole table would be too much to load. */
export interface LoadableRows {
  /** `MODEL_REVISION` of the table. */
  readonly model: string;
  /** Components of a vector. */
  readonly dimensions: number;
  /** Mean of the scales of all rows of the whole table. */
  readonly meanScale: number;
  /** All pieces that a row can be had of. */
  readonly pieces: readonly string[];
  /** Rows of some of the pieces, as `rowsToPublish` gives them. */
  load(pieces: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>>;
}

/** Pieces that any question may have, though the docs do not: so many of the commonest. */
const MOST_FREQUENT_COUNT = 2048;

/**
 * Rows of a table to publish with some texts: those of their pieces, and of the commonest ones.
 *
 * @returns by piece, the most frequent first: the scale in two bytes, the lower one first, then the codes
 */
export function rowsToPublish(vectors: WordVectors, texts: Iterable<string>): Map<string, Uint8Array> {
  const { wordCount, wordDimensions, scales, codes } = vectors;
  const kept = new Set(Array.from({ length: Math.min(MOST_FREQUENT_COUNT, wordCount) }, (_, row) => row));
  for (const text of texts)
    for (const { row } of textPiecesOf(vectors).count(text)) if (row !== undefined) kept.add(row);
  const rowLength = wordDimensions / 2;
  const names = vectors.rows.words();
  return new Map(
    [...kept]
      .sort((a, b) => a - b)
      .map((row) => {
        const bytes = new Uint8Array(SCALE_BYTES + rowLength);
        new DataView(bytes.buffer).setUint16(0, scales[row]!, true);
        bytes.set(codes.subarray(row * rowLength, (row + 1) * rowLength), SCALE_BYTES);
        return [names[row]!, bytes];
      }),
  );
}

const pieceCounters = new WeakMap<LoadableRows, { readonly rows: PieceRows; readonly counter: TextPieces }>();

/**
 * The vector of a text, as `embedText` gives it by a table that has these rows alone.
 *
 * @returns `undefined` for rows of another table, and for a text that the table knows nothing of
 */
export async function embedByRows(text: string, published: LoadableRows): Promise<Float32Array | undefined> {
  if (published.model !== MODEL_REVISION) return undefined;
  const { pieces, dimensions, meanScale } = published;
  let known = pieceCounters.get(published);
  if (known === undefined) {
    const rows = new PieceRows(pieces.join('\n'));
    known = { rows, counter: new TextPieces(rows) };
    pieceCounters.set(published, known);
  }
  if (!known.counter.knowsOf(text)) return undefined;
  const needed = known.counter.count(text).flatMap(({ row }) => (row === undefined ? [] : [pieces[row]!]));
  const loaded = await published.load(needed);
  const codes = new Uint8Array((needed.length * dimensions) / 2);
  const scales = new Uint16Array(needed.length);
  for (const [row, piece] of needed.entries()) {
    const bytes = loaded.get(piece)!;
    scales[row] = new DataView(bytes.buffer, bytes.byteOffset).getUint16(0, true);
    codes.set(bytes.subarray(SCALE_BYTES), (row * dimensions) / 2);
  }
  const table: WordVectors = {
    wordDimensions: dimensions,
    wordCount: needed.length,
    sha256: '',
    rows: new PieceRows(needed.join('\n')),
    scales,
    meanScale,
    codes,
  };
  return embedText(table, text);
}
