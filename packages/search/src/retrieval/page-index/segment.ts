import { Buffer } from 'node:buffer';
import { crc32, inflateRawSync } from 'node:zlib';
import { ByteReader, ByteWriter } from '../bytes.js';
import type { NumberedChunk, NumberedPage, NumberedQuestion } from './numbered-page.js';
import type { Occurrences, TermField, TermOccurrences } from './page-source.js';
import {
  BUCKET_PREFIX,
  bucketOf,
  checkedPart,
  damagedSegment,
  FIELDS,
  HEADER_PREFIX,
  integersOf,
  PAGE_PARTS,
  type PagePart,
  type Part,
  type ReadBytes,
  SEGMENT_FORMAT,
  type SegmentHeader,
  USUAL_COUNTS,
} from './segment-bytes.js';

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** What is known of all pages of a segment once it is open; by page, by chunk, by question. */
export interface SegmentColumns {
  readonly titleWords: Uint32Array;
  readonly descriptionWords: Uint32Array;
  readonly tellsOfChanges: Uint8Array;
  /** Number of each page's first chunk and first question, and one more entry. */
  readonly firstChunks: Uint32Array;
  readonly firstQuestions: Uint32Array;
  readonly isCode: Uint8Array;
  readonly questionCounts: Uint32Array;
  readonly headingWords: Uint32Array;
  readonly bodyWords: Uint32Array;
  readonly questionWords: Uint32Array;
  readonly answerWords: Uint32Array;
  readonly parts: Readonly<Record<PagePart, PartColumn>>;
}

/** Where something of each page is, below the beginning of its kind. */
interface PartColumn {
  /** One more entry than pages. */
  readonly starts: Float64Array;
  readonly checksums: Uint32Array;
}

/** A pair in a segment. */
export interface SegmentPair {
  /** Pages for whose sake it is searched for. */
  readonly learners: readonly number[];
  /** In chunks. */
  readonly occurrences: Occurrences;
}

/**
 * Some pages with all that searches need of them, in bytes that never change. Whatever is read is checked: its methods throw
 * TopicmillError `SEARCH_INDEX_INVALID` for bytes that are not those that were written.
 */
export class Segment {
  readonly ids: readonly string[];
  readonly columns: SegmentColumns;
  private readonly base: number;
  private bucketStarts: Uint32Array | undefined;

  private constructor(
    private readonly header: SegmentHeader,
    headerLength: number,
    private readonly readAll: ReadBytes,
  ) {
    this.base = HEADER_PREFIX + headerLength;
    this.ids = JSON.parse(decoder.decode(this.part(header.ids))) as string[];
    this.columns = readColumns(this.part(header.columns), header);
  }

  static open(read: ReadBytes): Segment {
    const prefix = read(0, HEADER_PREFIX);
    if (prefix.length < HEADER_PREFIX) throw damagedSegment('A segment of the search index is cut off.');
    const view = new DataView(prefix.buffer, prefix.byteOffset, prefix.length);
    const length = view.getUint32(0, true);
    const bytes = read(HEADER_PREFIX, HEADER_PREFIX + length);
    if (bytes.length !== length || crc32(bytes) !== view.getUint32(4, true)) {
      throw damagedSegment('A segment of the search index is damaged.');
    }
    const header = JSON.parse(decoder.decode(bytes)) as SegmentHeader;
    if (header.format !== SEGMENT_FORMAT) throw damagedSegment('A segment of the search index is of another release.');
    return new Segment(header, length, read);
  }

  /** What each page was made from. */
  keys(): readonly string[] {
    return JSON.parse(decoder.decode(this.part(this.header.keys))) as string[];
  }

  /** The words of all pages that misspelt ones may be corrected to, sorted by code unit, with how often each is there. */
  spellings(): readonly [spellings: readonly string[], counts: readonly number[]] {
    return JSON.parse(decoder.decode(this.part(this.header.spellings))) as [string[], number[]];
  }

  /** Where a term is, by field; documents are numbered within the segment. `undefined` where it is nowhere. */
  occurrences(term: string): TermOccurrences | undefined {
    const reader = this.entryOf(term);
    if (reader === undefined) return undefined;
    reader.varint();
    const [chunk, title, description, question] = FIELDS.map((field) => readOccurrences(reader, field));
    return { chunk: chunk!, title: title!, description: description!, question: question! };
  }

  /** A pair that a page of the segment learned. */
  pair(pair: string): SegmentPair | undefined {
    const [first, second] = pair.split(' ').map((term) => this.numberOf(term));
    const reader = first === undefined || second === undefined ? undefined : this.entryOf(pair, [first, second]);
    if (reader === undefined) return undefined;
    const learners: number[] = [];
    let page = 0;
    for (let rest = reader.varint(); rest > 0; rest--) {
      page += reader.varint();
      learners.push(page);
    }
    return { learners, occurrences: readOccurrences(reader, 'chunk') };
  }

  /**
   * Where two terms are next to each other. The chunks are looked through that have both: their bytes have the numbers of the
   * terms side by side.
   */
  neighbours(first: string, second: string): Occurrences {
    const numbers = [this.numberOf(first), this.numberOf(second)];
    if (numbers.includes(undefined)) return NOWHERE;
    const [one, other] = numbers as [number, number];
    const both = intersection(this.occurrences(first)!.chunk.documents, this.occurrences(second)!.chunk.documents);
    const bytesOfBoth = bufferOf(encodedPair(one, other));
    const counted: [document: number, headings: number, body: number][] = [];
    for (let start = 0; start < both.length; ) {
      const page = pageOf(both[start]!, this.columns.firstChunks);
      let end = start;
      while (both[end]! < this.columns.firstChunks[page + 1]!) end++;
      const bytes = this.pagePart('words', page);
      if (bufferOf(bytes).includes(bytesOfBoth)) {
        const { chunks } = this.words(page);
        for (const document of both.slice(start, end)) {
          const { headings, body } = chunks[document - this.columns.firstChunks[page]!]!;
          const counts = [headings, body].map((words) => countNeighbours(words, one, other));
          if (counts[0]! + counts[1]! > 0) counted.push([document, counts[0]!, counts[1]!]);
        }
      }
      start = end;
    }
    return {
      documents: Uint32Array.from(counted, ([document]) => document),
      first: Uint32Array.from(counted, ([, headings]) => headings),
      second: Uint32Array.from(counted, ([, , body]) => body),
    };
  }

  /** The record of a page, and the path of its source. */
  record(page: number): { readonly source: string; readonly record: string } {
    const text = decoder.decode(inflateRawSync(this.pagePart('record', page)));
    const end = text.indexOf('\n');
    return { source: text.slice(0, end), record: text.slice(end + 1) };
  }

  /** A part of a page as it is in the segment: a record is compressed. */
  pagePart(kind: PagePart, page: number): Uint8Array {
    return this.pageParts(kind, page, page + 1)[0]!;
  }

  /** The same of consecutive pages, read at once. */
  pageParts(kind: PagePart, firstPage: number, endPage: number): Uint8Array[] {
    const { starts, checksums } = this.columns.parts[kind];
    const start = starts[firstPage]!;
    const base = this.base + this.header.starts[kind];
    const bytes = this.readAll(base + start, base + starts[endPage]!);
    return Array.from({ length: endPage - firstPage }, (_, at) => {
      const page = firstPage + at;
      const own = bytes.subarray(starts[page]! - start, starts[page + 1]! - start);
      if (own.length !== starts[page + 1]! - starts[page]! || crc32(own) !== checksums[page]) {
        throw damagedSegment('A page of the search index is damaged.');
      }
      return own;
    });
  }

  /** The names of all terms, by number; read when segments are merged. */
  terms(): string[] {
    const starts = this.starts();
    const terms = new Array<string>(this.header.termCount);
    for (let bucket = 0; bucket + 1 < starts.length; bucket++) {
      const bytes = this.bucket(bucket);
      for (const { name, reader } of entriesOf(bytes)) {
        if (name.length > 0) terms[reader.varint()] = decoder.decode(name);
      }
    }
    return terms;
  }

  /** A page with the segment's own numbers. */
  page(page: number, key: string): NumberedPage {
    const { tellsOfChanges } = this.columns;
    const { source, record } = this.record(page);
    return {
      id: this.ids[page]!,
      key,
      tellsOfChanges: tellsOfChanges[page] === 1,
      ...this.words(page),
      source,
      record,
      // Copies: these are views of all that was read.
      prompts: this.pagePart('prompts', page).slice(),
      vectors: this.pagePart('vectors', page).slice(),
    };
  }

  /** The words of a page that misspelt ones may be corrected to, by number, with how often each is there. */
  pageSpellings(page: number): Pick<NumberedPage, 'spellings' | 'spellingCounts'> {
    return this.words(page);
  }

  /** Reads everything, so that any damage shows. */
  verify(): void {
    this.keys();
    this.spellings();
    this.terms();
    for (const kind of PAGE_PARTS) this.pageParts(kind, 0, this.ids.length);
  }

  private words(page: number) {
    const reader = new ByteReader(this.pagePart('words', page));
    const list = (): Uint32Array => reader.varints(reader.varint());
    const { firstChunks, firstQuestions, isCode, questionCounts } = this.columns;
    const [title, titleWords, description, descriptionWords] = [list(), reader.varint(), list(), reader.varint()];
    const chunks: NumberedChunk[] = [];
    for (let chunk = firstChunks[page]!; chunk < firstChunks[page + 1]!; chunk++) {
      const [headings, body, headingWholes, bodyWholes, pairs] = [list(), list(), list(), list(), list()];
      const facts = { isCode: isCode[chunk] === 1, questionCount: questionCounts[chunk]! };
      chunks.push({ headings, body, headingWholes, bodyWholes, pairs, ...facts });
    }
    const questions: NumberedQuestion[] = [];
    for (let left = firstQuestions[page + 1]! - firstQuestions[page]!; left > 0; left--) {
      const [question, questionWords, answer, answerWords] = [list(), reader.varint(), list(), reader.varint()];
      questions.push({ question, questionWords, answer, answerWords });
    }
    const [spellings, spellingCounts] = [list(), list()];
    return { title, titleWords, description, descriptionWords, chunks, questions, spellings, spellingCounts };
  }

  private numberOf(term: string): number | undefined {
    return this.entryOf(term)?.varint();
  }

  /**
   * What a segment has of a term, or of a pair.
   *
   * @param pair numbers of both terms
   */
  private entryOf(term: string, pair?: readonly [first: number, second: number]): ByteReader | undefined {
    const wanted = encoder.encode(pair === undefined ? term : '');
    for (const { name, first, second, reader } of entriesOf(this.bucket(bucketOf(term, this.header.bucketBits)))) {
      if (pair === undefined ? isSame(name, wanted) : name.length === 0 && first === pair[0] && second === pair[1]) {
        return reader;
      }
    }
    return undefined;
  }

  private starts(): Uint32Array {
    this.bucketStarts ??= integersOf(this.part(this.header.buckets));
    return this.bucketStarts;
  }

  private bucket(at: number): Uint8Array {
    const starts = this.starts();
    const base = this.base + this.header.bucketStart;
    const bytes = this.readAll(base + starts[at]!, base + starts[at + 1]!);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    if (bytes.length < BUCKET_PREFIX || crc32(bytes.subarray(BUCKET_PREFIX)) !== view.getUint32(0, true)) {
      throw damagedSegment('The terms of the search index are damaged.');
    }
    return bytes;
  }

  private part([start, ...rest]: Part): Uint8Array {
    return checkedPart(this.readAll, [this.base + start, ...rest]);
  }
}

const NOWHERE: Occurrences = { documents: new Uint32Array(), first: new Uint32Array(), second: new Uint32Array() };

/** What a bucket has of a term or a pair. */
interface Entry {
  /** Bytes of a term; none of a pair. */
  readonly name: Uint8Array;
  /** Numbers of both terms of a pair. */
  readonly first: number;
  readonly second: number;
  /** At what follows. */
  readonly reader: ByteReader;
}

function* entriesOf(bucket: Uint8Array): Generator<Entry> {
  const reader = new ByteReader(bucket, BUCKET_PREFIX);
  while (reader.offset < bucket.length) {
    const name = reader.raw(reader.varint());
    const isOfPair = name.length === 0;
    const [first, second] = [isOfPair ? reader.varint() : 0, isOfPair ? reader.varint() : 0];
    yield { name, first, second, reader: new ByteReader(reader.raw(reader.varint())) };
  }
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  if (one.length !== other.length) return false;
  for (let at = 0; at < one.length; at++) if (one[at] !== other[at]) return false;
  return true;
}

function readOccurrences(reader: ByteReader, field: TermField): Occurrences {
  const [usualFirst, usualSecond] = USUAL_COUNTS[field];
  const length = reader.varint();
  const documents = new Uint32Array(length);
  const first = new Uint32Array(length);
  const second = new Uint32Array(length);
  let document = 0;
  for (let at = 0; at < length; at++) {
    const distance = reader.varint();
    document += distance >>> 1;
    documents[at] = document;
    if ((distance & 1) === 1) {
      first[at] = usualFirst;
      second[at] = usualSecond;
      continue;
    }
    const counts = reader.varint();
    second[at] = counts >>> 1;
    if ((counts & 1) === 1) first[at] = reader.varint();
  }
  return { documents, first, second };
}

function encodedPair(first: number, second: number): Uint8Array {
  const writer = new ByteWriter();
  writer.varint(first);
  writer.varint(second);
  return writer.finish();
}

function intersection(one: Uint32Array, other: Uint32Array): number[] {
  const both: number[] = [];
  for (let at = 0, there = 0; at < one.length && there < other.length; ) {
    if (one[at] === other[there]) both.push(one[at]!);
    if (one[at]! <= other[there]!) at++;
    else there++;
  }
  return both;
}

function countNeighbours(words: Uint32Array, first: number, second: number): number {
  let count = 0;
  for (let at = 1; at < words.length; at++) if (words[at - 1] === first && words[at] === second) count++;
  return count;
}

function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}

/** @param firsts number of each page's first chunk, and one more entry */
function pageOf(chunk: number, firsts: Uint32Array): number {
  let low = 0;
  let high = firsts.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (firsts[middle]! <= chunk) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

function readColumns(bytes: Uint8Array, { pageCount, chunkCount, questionCount }: SegmentHeader): SegmentColumns {
  const reader = new ByteReader(bytes);
  const columns: SegmentColumns = {
    titleWords: new Uint32Array(pageCount),
    descriptionWords: new Uint32Array(pageCount),
    tellsOfChanges: new Uint8Array(pageCount),
    firstChunks: new Uint32Array(pageCount + 1),
    firstQuestions: new Uint32Array(pageCount + 1),
    isCode: new Uint8Array(chunkCount),
    questionCounts: new Uint32Array(chunkCount),
    headingWords: new Uint32Array(chunkCount),
    bodyWords: new Uint32Array(chunkCount),
    questionWords: new Uint32Array(questionCount),
    answerWords: new Uint32Array(questionCount),
    parts: {
      words: partColumn(pageCount),
      record: partColumn(pageCount),
      prompts: partColumn(pageCount),
      vectors: partColumn(pageCount),
    },
  };
  let chunk = 0;
  let question = 0;
  for (let page = 0; page < pageCount; page++) {
    columns.titleWords[page] = reader.varint();
    columns.descriptionWords[page] = reader.varint();
    const chunksAndChanges = reader.varint();
    columns.tellsOfChanges[page] = chunksAndChanges & 1;
    for (const end = chunk + (chunksAndChanges >>> 1); chunk < end; chunk++) {
      const facts = reader.varint();
      columns.isCode[chunk] = facts & 1;
      columns.questionCounts[chunk] = facts >>> 1;
      columns.headingWords[chunk] = reader.varint();
      columns.bodyWords[chunk] = reader.varint();
    }
    columns.firstChunks[page + 1] = chunk;
    const own = columns.questionCounts.subarray(columns.firstChunks[page]!, chunk);
    for (const end = question + own.reduce((sum, count) => sum + count, 0); question < end; question++) {
      columns.questionWords[question] = reader.varint();
      columns.answerWords[question] = reader.varint();
    }
    columns.firstQuestions[page + 1] = question;
    for (const kind of PAGE_PARTS) {
      const { starts, checksums } = columns.parts[kind];
      starts[page + 1] = starts[page]! + reader.varint();
      checksums[page] = reader.varint();
    }
  }
  return columns;
}

function partColumn(pageCount: number): PartColumn {
  return { starts: new Float64Array(pageCount + 1), checksums: new Uint32Array(pageCount) };
}
