import { Buffer } from 'node:buffer';
import { crc32, inflateRawSync } from 'node:zlib';
import { ByteReader, ByteWriter } from '../bytes.js';
import type { NumberedChunk, NumberedPage, NumberedQuestion } from './numbered-page.js';
import type { Occurrences, TermField, TermOccurrences } from './page-source.js';
import {
  BUCKET_PREFIX,
  bucketNumber,
  checkedPart,
  damagedSegment,
  FIELDS,
  HEADER_PREFIX,
  PAGE_PARTS,
  type PagePart,
  type Part,
  type ReadBytes,
  readIntegers,
  SEGMENT_FORMAT,
  type SegmentHeader,
  USUAL_COUNTS,
} from './segment-bytes.js';

/** Pages that are so near each other are read at once, and so many. */
const NEAR_PAGES = 2;
const MAX_PAGES = 64;

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
  /** Where the links of each page begin, and one more entry. */
  readonly firstLinks: Uint32Array;
  /** `linkKeys`. */
  readonly links: Uint32Array;
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
  readonly starts: Uint32Array;
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
    const reader = this.findEntry(term);
    if (reader === undefined) return undefined;
    reader.varint();
    const [chunk, title, description, question] = FIELDS.map((field) => readOccurrences(reader, field));
    return { chunk: chunk!, title: title!, description: description!, question: question! };
  }

  /** A pair that a page of the segment learned. */
  pair(pair: string): SegmentPair | undefined {
    const [first, second] = pair.split(' ').map((term) => this.findTermNumber(term));
    const reader = first === undefined || second === undefined ? undefined : this.findEntry(pair, [first, second]);
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
    const numbers = [this.findTermNumber(first), this.findTermNumber(second)];
    if (numbers.includes(undefined)) return NOWHERE;
    const [one, other] = numbers as [number, number];
    const both = intersection(this.occurrences(first)!.chunk.documents, this.occurrences(second)!.chunk.documents);
    const bytesOfBoth = asBuffer(encodedPair(one, other));
    const counted: [document: number, headings: number, body: number][] = [];
    for (const { page, documents, bytes } of this.wordsOf(both)) {
      if (!asBuffer(bytes).includes(bytesOfBoth)) continue;
      const reader = firstChunkReader(bytes);
      for (let chunk = this.columns.firstChunks[page]!, at = 0; at < documents.length; chunk++) {
        const [headings, body] = [countNeighbours(reader, one, other), countNeighbours(reader, one, other)];
        for (let list = 0; list < FURTHER_LISTS; list++) skipList(reader);
        if (chunk !== documents[at]) continue;
        at++;
        if (headings + body > 0) counted.push([chunk, headings, body]);
      }
    }
    return {
      documents: Uint32Array.from(counted, ([document]) => document),
      first: Uint32Array.from(counted, ([, headings]) => headings),
      second: Uint32Array.from(counted, ([, , body]) => body),
    };
  }

  /** The words of the pages that some chunks are in; neighbouring pages are read together. */
  private *wordsOf(chunks: readonly number[]): Generator<{ page: number; documents: number[]; bytes: Uint8Array }> {
    const { firstChunks } = this.columns;
    const pages = Array.from(new Set(chunks.map((chunk) => pageAt(chunk, firstChunks))));
    let next = 0;
    for (let start = 0; start < pages.length; ) {
      let end = start + 1;
      while (end < pages.length && end - start < MAX_PAGES && pages[end]! - pages[end - 1]! <= NEAR_PAGES) end++;
      const read = this.pageParts('words', pages[start]!, pages[end - 1]! + 1);
      for (const page of pages.slice(start, end)) {
        const first = next;
        while (chunks[next]! < firstChunks[page + 1]!) next++;
        yield { page, documents: chunks.slice(first, next), bytes: read[page - pages[start]!]! };
      }
      start = end;
    }
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
      for (const { nameStart, nameEnd, start } of readEntries(bytes)) {
        if (nameEnd > nameStart)
          terms[new ByteReader(bytes, start).varint()] = decoder.decode(bytes.subarray(nameStart, nameEnd));
      }
    }
    return terms;
  }

  /** A page with the segment's own numbers. */
  page(page: number, key: string): NumberedPage {
    const { tellsOfChanges, links, firstLinks } = this.columns;
    const { source, record } = this.record(page);
    return {
      id: this.ids[page]!,
      key,
      tellsOfChanges: tellsOfChanges[page] === 1,
      links: links.slice(firstLinks[page]!, firstLinks[page + 1]!),
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

  private findTermNumber(term: string): number | undefined {
    return this.findEntry(term)?.varint();
  }

  /**
   * What a segment has of a term, or of a pair.
   *
   * @param pair numbers of both terms
   */
  private findEntry(term: string, pair?: readonly [first: number, second: number]): ByteReader | undefined {
    const wanted = encoder.encode(pair === undefined ? term : '');
    const [first, second] = pair ?? [0, 0];
    const bucket = this.bucket(bucketNumber(term, this.header.bucketBits));
    for (const entry of readEntries(bucket)) {
      const isWanted = entry.first === first && entry.second === second && hasName(entry, wanted, bucket);
      if (isWanted) return new ByteReader(bucket, entry.start);
    }
    return undefined;
  }

  private starts(): Uint32Array {
    this.bucketStarts ??= readIntegers(this.part(this.header.buckets));
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
  /** Where the bytes of a term are; none of a pair. */
  readonly nameStart: number;
  readonly nameEnd: number;
  /** Numbers of both terms of a pair; 0 of a term. */
  readonly first: number;
  readonly second: number;
  /** Where what follows begins. */
  readonly start: number;
}

function* readEntries(bucket: Uint8Array): Generator<Entry> {
  const reader = new ByteReader(bucket, BUCKET_PREFIX);
  while (reader.offset < bucket.length) {
    const nameLength = reader.varint();
    const nameStart = reader.offset;
    reader.skip(nameLength);
    const first = nameLength === 0 ? reader.varint() : 0;
    const second = nameLength === 0 ? reader.varint() : 0;
    const length = reader.varint();
    yield { nameStart, nameEnd: nameStart + nameLength, first, second, start: reader.offset };
    reader.skip(length);
  }
}

function hasName({ nameStart, nameEnd }: Entry, wanted: Uint8Array, bucket: Uint8Array): boolean {
  if (nameEnd - nameStart !== wanted.length) return false;
  for (let at = 0; at < wanted.length; at++) if (bucket[nameStart + at] !== wanted[at]) return false;
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

/** Lists of a chunk's words after those of its headings and its body. */
const FURTHER_LISTS = 3;

/** A reader of the words of a page, at those of its first chunk. */
function firstChunkReader(words: Uint8Array): ByteReader {
  const reader = new ByteReader(words);
  for (let field = 0; field < 2; field++) {
    skipList(reader);
    reader.varint();
  }
  return reader;
}

function skipList(reader: ByteReader): void {
  for (let left = reader.varint(); left > 0; left--) reader.varint();
}

/** Counts a pair in the list that a reader is at. */
function countNeighbours(reader: ByteReader, first: number, second: number): number {
  let count = 0;
  let previous: number | undefined;
  for (let left = reader.varint(); left > 0; left--) {
    const word = reader.varint();
    if (word === second && previous === first) count++;
    previous = word;
  }
  return count;
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}

/** @param firsts number of each page's first chunk, and one more entry */
function pageAt(chunk: number, firsts: Uint32Array): number {
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
  let start = 0;
  const integers = (count: number): Uint32Array => {
    start += 4 * count;
    return readIntegers(bytes.subarray(start - 4 * count, start));
  };
  const flags = (count: number): Uint8Array => {
    start += count;
    return bytes.subarray(start - count, start);
  };
  const part = (): PartColumn => ({ starts: integers(pageCount + 1), checksums: integers(pageCount) });
  const [titleWords, descriptionWords] = [integers(pageCount), integers(pageCount)];
  const [firstChunks, firstQuestions, firstLinks] = [
    integers(pageCount + 1),
    integers(pageCount + 1),
    integers(pageCount + 1),
  ];
  return {
    titleWords,
    descriptionWords,
    firstChunks,
    firstQuestions,
    firstLinks,
    links: integers(firstLinks.at(-1)!),
    questionCounts: integers(chunkCount),
    headingWords: integers(chunkCount),
    bodyWords: integers(chunkCount),
    questionWords: integers(questionCount),
    answerWords: integers(questionCount),
    parts: { words: part(), record: part(), prompts: part(), vectors: part() },
    tellsOfChanges: flags(pageCount),
    isCode: flags(chunkCount),
  };
}
