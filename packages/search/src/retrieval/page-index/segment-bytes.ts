import { crc32 } from 'node:zlib';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { FORMAT } from '../search-index/manifest.js';

/** A part of a segment: where it is, and the CRC-32 of its bytes. */
export type Part = readonly [start: number, length: number, checksum: number];

/** What the first bytes of a segment say of the others. */
export interface SegmentHeader {
  readonly format: typeof SEGMENT_FORMAT;
  readonly pageCount: number;
  readonly chunkCount: number;
  readonly questionCount: number;
  readonly termCount: number;
  /** Columns of pages and chunks; ids; keys; the first term of each block; the spellings with their counts. */
  readonly columns: Part;
  readonly ids: Part;
  readonly keys: Part;
  readonly blocks: Part;
  readonly spellings: Part;
  /** Where the parts of the pages begin, one kind after the other, and where the blocks of terms do. */
  readonly starts: Readonly<Record<PagePart, number>>;
  readonly blockStart: number;
}

/** What is kept of each page besides columns: its words by numbers, its record, hashes of questions, vectors. */
export const PAGE_PARTS = ['words', 'record', 'prompts', 'vectors'] as const;
export type PagePart = (typeof PAGE_PARTS)[number];

/** By block, compressed: its first term, its length and its checksum, and the number of its first term that has one. */
export type BlockIndex = readonly (readonly [first: string, length: number, checksum: number, firstNumber: number])[];

/** Version of the bytes of a segment. */
export const SEGMENT_FORMAT = 2;

/** What segments contain: their bytes, the records of pages, the vectors. */
export const SEGMENT_VERSION = `${SEGMENT_FORMAT}.${FORMAT}`;

/** Of the header: its length and its checksum, each an unsigned integer of 32 bits. */
export const HEADER_PREFIX = 8;

/** Bytes `start` to `end` (exclusive) of a segment; fewer where it ends before. */
export type ReadBytes = (start: number, end: number) => Uint8Array;

/** A `SEARCH_INDEX_INVALID` about a segment. */
export function damagedSegment(message: string): TopicmillError {
  return new TopicmillError('SEARCH_INDEX_INVALID', message, { remedy: 'Run: topicmill build' });
}

/** @throws TopicmillError `SEARCH_INDEX_INVALID` where the bytes are not those that were written */
export function checkedPart(read: ReadBytes, [start, length, checksum]: Part): Uint8Array {
  const bytes = read(start, start + length);
  if (bytes.length !== length || crc32(bytes) !== checksum)
    throw damagedSegment('A part of the search index is damaged.');
  return bytes;
}
