import { TopicmillError } from '@topicmill/base/diagnostics';
import { PieceRows } from './piece-rows.js';
import {
  BODY_OFFSET,
  DIGEST_OFFSET,
  FORMAT_VERSION,
  MAGIC,
  portableSha256,
  type Sha256,
  tableDigest,
} from './word-table-format.js';

/** A word table in memory. */
export interface WordVectors {
  /** Components of a piece's vector; even. */
  readonly wordDimensions: number;
  readonly wordCount: number;
  /** SHA-256 of the table, hex. */
  readonly sha256: string;
  /** Row of each piece. */
  readonly rows: PieceRows;
  /** Scale of each row. */
  readonly scales: Uint16Array;
  /** Their mean, rounded. */
  readonly meanScale: number;
  /** Codes of all rows, two to a byte, the lower half first. */
  readonly codes: Uint8Array;
}

/**
 * Reads a word table. The result keeps a view of `bytes`, which must not change afterwards.
 *
 * @param digest a faster SHA-256, where there is one
 * @throws TopicmillError `WORD_VECTORS_CORRUPT` for bytes that are not a word table, are of another format version, are cut
 * short or do not have the digest that they carry.
 */
export function loadWordVectors(bytes: Uint8Array, digest: Sha256 = portableSha256): WordVectors {
  if (bytes.length < BODY_OFFSET || MAGIC.some((byte, at) => bytes[at] !== byte)) {
    throw corruptTableError('The bytes do not start like a word table.');
  }
  const header = new DataView(bytes.buffer, bytes.byteOffset, BODY_OFFSET);
  const version = header.getUint16(4, true);
  if (version !== FORMAT_VERSION)
    throw corruptTableError(`The word table has format ${version}, not ${FORMAT_VERSION}.`);
  const wordDimensions = header.getUint16(6, true);
  const wordCount = header.getUint32(8, true);
  const wordListLength = header.getUint32(12, true);
  const codesOffset = BODY_OFFSET + 2 * wordCount;
  const wordsOffset = codesOffset + (wordCount * wordDimensions) / 2;
  if (wordDimensions % 2 !== 0 || bytes.length !== wordsOffset + wordListLength) {
    throw corruptTableError(`The word table has ${bytes.length} bytes, not ${wordsOffset + wordListLength}.`);
  }
  const sha256 = hex(bytes.subarray(DIGEST_OFFSET, BODY_OFFSET));
  if (hex(tableDigest(bytes, digest)) !== sha256)
    throw corruptTableError('The word table does not have the SHA-256 that it carries.');
  const rows = new PieceRows(new TextDecoder().decode(bytes.subarray(wordsOffset)));
  if (rows.size !== wordCount) throw corruptTableError(`The word table lists ${rows.size} words, not ${wordCount}.`);
  const scales = readScales(bytes, wordCount);
  const meanScale = Math.round(scales.reduce((sum, scale) => sum + scale, 0) / Math.max(1, wordCount));
  return {
    wordDimensions,
    wordCount,
    sha256,
    rows,
    scales,
    meanScale,
    codes: bytes.subarray(codesOffset, wordsOffset),
  };
}

function readScales(bytes: Uint8Array, wordCount: number): Uint16Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset + BODY_OFFSET, 2 * wordCount);
  const scales = new Uint16Array(wordCount);
  for (let row = 0; row < wordCount; row++) scales[row] = view.getUint16(2 * row, true);
  return scales;
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function corruptTableError(message: string): TopicmillError {
  return new TopicmillError('WORD_VECTORS_CORRUPT', message, {
    remedy: 'Reinstall the package that contains it: @topicmill/embedding, or topicmill.',
  });
}
