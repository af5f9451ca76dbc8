import { crc32 } from 'node:zlib';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { fnv1a32 } from '@topicmill/text/hashes';
import { FORMAT } from '../search-index/manifest.js';
import type { Counts, TermField } from './page-source.js';

/** A part of a segment: where it is, and the CRC-32 of its bytes. */
export type Part = readonly [start: number, length: number, checksum: number];

/** What the first bytes of a segment say about the others. */
export interface SegmentHeader {
  readonly format: typeof SEGMENT_FORMAT;
  readonly pageCount: number;
  readonly chunkCount: number;
  readonly questionCount: number;
  readonly termCount: number;
  /** Terms and pairs are in 2^`bucketBits` buckets, by the first bits of their hashes. */
  readonly bucketBits: number;
  /** Columns of pages and chunks; ids; keys; where each bucket begins; the spellings with their counts. */
  readonly columns: Part;
  readonly ids: Part;
  readonly keys: Part;
  readonly buckets: Part;
  readonly spellings: Part;
  /** Where the parts of the pages begin, one kind after the other, and where the buckets do. */
  readonly starts: Readonly<Record<PagePart, number>>;
  readonly bucketStart: number;
}

/** What is kept of each page besides columns: its words by numbers, its record, hashes of questions, vectors. */
export const PAGE_PARTS = ['words', 'record', 'prompts', 'vectors'] as const;
export type PagePart = (typeof PAGE_PARTS)[number];

/**
 * A bucket begins with the checksum of what follows, an unsigned integer of 32 bits. Each entry has the bytes of a term and its
 * number, or nothing and the numbers of both terms of a pair, and then its occurrences.
 */
export const BUCKET_PREFIX = 4;

/** In the order in which an entry has their occurrences. */
export const FIELDS: readonly TermField[] = ['chunk', 'title', 'description', 'question'];

/** How often most documents of a field contain a term, in each part. */
export const USUAL_COUNTS: Readonly<Record<TermField, Counts>> = {
  chunk: [0, 1],
  title: [1, 0],
  description: [1, 0],
  question: [1, 0],
};

/** Of a bucket of `2^bits`; so few that only their first bits are needed. */
export function bucketNumber(term: string, bits: number): number {
  return bits === 0 ? 0 : fnv1a32(term) >>> (32 - bits);
}

/** Version of the bytes of a segment. */
export const SEGMENT_FORMAT = 5;

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

const IS_LITTLE_ENDIAN = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1;

/** Integers of 32 bits, little-endian: a view of the bytes where that is how the machine has them. */
export function readIntegers(bytes: Uint8Array): Uint32Array {
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  if (IS_LITTLE_ENDIAN) return new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.length / 4);
  const view = new DataView(aligned.buffer, aligned.byteOffset, aligned.length);
  return Uint32Array.from({ length: aligned.length / 4 }, (_, at) => view.getUint32(4 * at, true));
}

/** The same of integers. */
export function bytesOfIntegers(integers: ArrayLike<number>): Uint8Array {
  const bytes = new Uint8Array(4 * integers.length);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < integers.length; at++) view.setUint32(4 * at, integers[at]!, true);
  return bytes;
}

/** Where each of some things begins that follow each other, by their lengths, and where the last one ends. */
export function startOffsets(lengths: ArrayLike<number>): Uint32Array {
  const starts = new Uint32Array(lengths.length + 1);
  for (let at = 0; at < lengths.length; at++) starts[at + 1] = starts[at]! + lengths[at]!;
  return starts;
}
