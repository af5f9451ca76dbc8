import { crc32, deflateRawSync } from 'node:zlib';
import { compareCodeUnits } from '@topicmill/base/order';
import { ByteWriter } from '../bytes.js';
import { pairTerm } from '../term-pairs.js';
import { invertPages, type PairOccurrences } from './invert-pages.js';
import type { NumberedPage, NumberedPages } from './numbered-page.js';
import type { Occurrences, TermField } from './page-source.js';
import {
  BUCKET_PREFIX,
  bucketNumber,
  bytesOfIntegers,
  FIELDS,
  HEADER_PREFIX,
  PAGE_PARTS,
  type PagePart,
  type Part,
  SEGMENT_FORMAT,
  type SegmentHeader,
  startOffsets,
  USUAL_COUNTS,
} from './segment-bytes.js';

/** Entries of a bucket, on average: one is looked for in all of them. */
const BUCKET_ENTRIES = 16;

const encoder = new TextEncoder();

/**
 * The bytes of a segment: some pages with all that searches need of them. The same pages give the same bytes.
 *
 * @param pages with ids that differ, in any order
 */
export function writeSegment({ pages, terms, spellings }: NumberedPages): Uint8Array {
  const ordered = [...pages].sort((a, b) => compareCodeUnits(a.id, b.id));
  const names = numbering(terms, ordered, termsOf);
  const spelled = numbering(spellings, ordered, (page) => [page.spellings]);
  const parts = ordered.map((page) => pageParts(page, names.numbers, spelled.numbers));
  const { bucketBits, buckets } = writeBuckets(termEntries(names, ordered));
  const tables = {
    columns: columnBytes(ordered, parts),
    ids: encoder.encode(JSON.stringify(ordered.map(({ id }) => id))),
    keys: encoder.encode(JSON.stringify(ordered.map(({ key }) => key))),
    buckets: bytesOfIntegers(startOffsets(buckets.map(({ length }) => length))),
    spellings: encoder.encode(JSON.stringify([spelled.names, spellingCounts(ordered, spelled)])),
  };
  const regions = PAGE_PARTS.map((kind) => concatenated(parts.map((own) => own[kind])));
  const counts = {
    pageCount: ordered.length,
    chunkCount: ordered.reduce((sum, { chunks }) => sum + chunks.length, 0),
    questionCount: ordered.reduce((sum, { questions }) => sum + questions.length, 0),
    termCount: names.names.length,
    bucketBits,
  };
  return assembled(counts, tables, regions, buckets);
}

/** New numbers of the names that pages use, the most frequent ones first: small numbers take fewer bytes. */
interface Numbering {
  readonly names: readonly string[];
  /** By former number. */
  readonly numbers: Uint32Array;
}

function numbering(
  names: readonly string[],
  pages: readonly NumberedPage[],
  usedIn: (page: NumberedPage) => readonly Uint32Array[],
): Numbering {
  const counts = new Uint32Array(names.length);
  for (const page of pages) for (const list of usedIn(page)) for (const number of list) counts[number]!++;
  const used = [...names.keys()].filter((number) => counts[number]! > 0);
  used.sort((a, b) => counts[b]! - counts[a]! || compareCodeUnits(names[a]!, names[b]!));
  const numbers = new Uint32Array(names.length);
  for (const [at, number] of used.entries()) numbers[number] = at;
  return { names: used.map((number) => names[number]!), numbers };
}

function termsOf({ title, description, chunks, questions }: NumberedPage): Uint32Array[] {
  return [
    title,
    description,
    ...chunks.flatMap(({ headings, body, headingWholes, bodyWholes }) => [headings, body, headingWholes, bodyWholes]),
    ...questions.flatMap(({ question, answer }) => [question, answer]),
  ];
}

type PageParts = Readonly<Record<PagePart, Uint8Array>>;

function pageParts(page: NumberedPage, terms: Uint32Array, spellings: Uint32Array): PageParts {
  const record = `${page.source}\n${page.record}`;
  return {
    words: writeWords(page, terms, spellings),
    record: deflateRawSync(record),
    prompts: page.prompts,
    vectors: page.vectors,
  };
}

/** Numbers are written as the segment has them: the pages, of which there are many in memory, are not copied for that. */
function writeWords(page: NumberedPage, terms: Uint32Array, spellings: Uint32Array): Uint8Array {
  const { title, titleWords, description, descriptionWords, chunks, questions } = page;
  const writer = new ByteWriter();
  const list = (numbers: Uint32Array): void => {
    writer.varint(numbers.length);
    for (const number of numbers) writer.varint(terms[number]!);
  };
  list(title);
  writer.varint(titleWords);
  list(description);
  writer.varint(descriptionWords);
  for (const { headings, body, headingWholes, bodyWholes, pairs } of chunks) {
    for (const each of [headings, body, headingWholes, bodyWholes, pairs]) list(each);
  }
  for (const { question, questionWords, answer, answerWords } of questions) {
    list(question);
    writer.varint(questionWords);
    list(answer);
    writer.varint(answerWords);
  }
  const spelled = Array.from(page.spellings, (number, at) => [spellings[number]!, page.spellingCounts[at]!] as const);
  spelled.sort(([a], [b]) => a - b);
  for (const part of [0, 1] as const) {
    writer.varint(spelled.length);
    for (const each of spelled) writer.varint(each[part]);
  }
  return writer.finish();
}

/** What is read of all pages at once, column by column, so that nothing needs to be decoded: bytes after all integers. */
function columnBytes(pages: readonly NumberedPage[], parts: readonly PageParts[]): Uint8Array {
  const chunks = pages.flatMap((page) => page.chunks);
  const questions = pages.flatMap((page) => page.questions);
  const integers = [
    pages.map((page) => page.titleWords),
    pages.map((page) => page.descriptionWords),
    startOffsets(pages.map((page) => page.chunks.length)),
    startOffsets(pages.map((page) => page.questions.length)),
    startOffsets(pages.map((page) => page.links.length)),
    pages.flatMap((page) => [...page.links]),
    chunks.map((chunk) => chunk.questionCount),
    chunks.map(({ headings }) => headings.length),
    chunks.map(({ body }) => body.length),
    questions.map((question) => question.questionWords),
    questions.map((question) => question.answerWords),
    ...PAGE_PARTS.flatMap((kind) => [
      startOffsets(parts.map((own) => own[kind].length)),
      parts.map((own) => crc32(own[kind])),
    ]),
  ];
  const flags = [pages.map((page) => page.tellsOfChanges), chunks.map((chunk) => chunk.isCode)];
  return concatenated([
    ...integers.map(bytesOfIntegers),
    ...flags.map((column) => Uint8Array.from(column, (flag) => (flag ? 1 : 0))),
  ]);
}

function spellingCounts(pages: readonly NumberedPage[], { names, numbers }: Numbering): number[] {
  const counts = new Array<number>(names.length).fill(0);
  for (const { spellings, spellingCounts: own } of pages) {
    for (const [at, number] of spellings.entries()) counts[numbers[number]!]! += own[at]!;
  }
  return counts;
}

/** A term or a pair with its occurrences. */
interface Entry {
  readonly term: string;
  /** Numbers of both terms of a pair. */
  readonly pair?: readonly [first: number, second: number];
  /** Made when it is written: of all entries together it would be much. */
  bytes(): Uint8Array;
}

function termEntries({ names, numbers }: Numbering, pages: readonly NumberedPage[]): Entry[] {
  const { fields, pairs } = invertPages(pages, numbers, names.length);
  const ofTerms = names.map((term, number): Entry => {
    const bytes = (): Uint8Array => {
      const writer = new ByteWriter();
      writer.varint(number);
      for (const [at, field] of FIELDS.entries()) writeOccurrences(writer, fields[at]!(number), field);
      return writer.finish();
    };
    return { term, bytes };
  });
  const ofPairs = pairs.map((pair): Entry => {
    const { first, second } = pair;
    return { term: pairTerm(names[first]!, names[second]!), pair: [first, second], bytes: () => pairBytes(pair) };
  });
  return [...ofTerms, ...ofPairs].sort((a, b) => compareCodeUnits(a.term, b.term));
}

function writeBuckets(entries: readonly Entry[]): {
  readonly bucketBits: number;
  readonly buckets: readonly Uint8Array[];
} {
  const bucketBits = Math.max(0, Math.ceil(Math.log2(entries.length / BUCKET_ENTRIES)));
  const writers = Array.from({ length: 2 ** bucketBits }, () => {
    const writer = new ByteWriter();
    writer.raw(new Uint8Array(BUCKET_PREFIX));
    return writer;
  });
  for (const { term, pair, bytes: make } of entries) {
    const bytes = make();
    const writer = writers[bucketNumber(term, bucketBits)]!;
    writer.text(pair === undefined ? term : '');
    for (const number of pair ?? []) writer.varint(number);
    writer.varint(bytes.length);
    writer.raw(bytes);
  }
  const buckets = writers.map((writer) => {
    const bytes = writer.finish();
    new DataView(bytes.buffer).setUint32(0, crc32(bytes.subarray(BUCKET_PREFIX)), true);
    return bytes;
  });
  return { bucketBits, buckets };
}

function pairBytes({ learners, occurrences }: PairOccurrences): Uint8Array {
  const writer = new ByteWriter();
  writer.varint(learners.length);
  let previous = 0;
  for (const page of learners) {
    writer.varint(page - previous);
    previous = page;
  }
  writeOccurrences(writer, occurrences, 'chunk');
  return writer.finish();
}

/**
 * Of each document the distance from the one before, doubled, and one more where it contains the term as most do; else then how
 * often the second part does, doubled, and one more where the first does, and then how often.
 */
function writeOccurrences(writer: ByteWriter, { documents, first, second }: Occurrences, field: TermField): void {
  const [usualFirst, usualSecond] = USUAL_COUNTS[field];
  writer.varint(documents.length);
  let previous = 0;
  for (let at = 0; at < documents.length; at++) {
    const isUsual = first[at] === usualFirst && second[at] === usualSecond;
    writer.varint(2 * (documents[at]! - previous) + (isUsual ? 1 : 0));
    previous = documents[at]!;
    if (isUsual) continue;
    writer.varint(2 * second[at]! + (first[at]! > 0 ? 1 : 0));
    if (first[at]! > 0) writer.varint(first[at]!);
  }
}

function assembled(
  counts: Pick<SegmentHeader, 'pageCount' | 'chunkCount' | 'questionCount' | 'termCount' | 'bucketBits'>,
  tables: Readonly<Record<'columns' | 'ids' | 'keys' | 'buckets' | 'spellings', Uint8Array>>,
  regions: readonly Uint8Array[],
  buckets: readonly Uint8Array[],
): Uint8Array {
  // Places are relative to the end of the header, which tells them and so has no length before.
  let at = 0;
  const place = (bytes: Uint8Array): Part => {
    at += bytes.length;
    return [at - bytes.length, bytes.length, crc32(bytes)];
  };
  const { columns, ids, keys, buckets: bucketStarts, spellings } = tables;
  const placed = {
    columns: place(columns),
    ids: place(ids),
    keys: place(keys),
    buckets: place(bucketStarts),
    spellings: place(spellings),
  };
  const starts = Object.fromEntries(
    PAGE_PARTS.map((kind, part) => {
      at += regions[part]!.length;
      return [kind, at - regions[part]!.length];
    }),
  ) as Record<PagePart, number>;
  const header: SegmentHeader = { format: SEGMENT_FORMAT, ...counts, ...placed, starts, bucketStart: at };
  const encoded = encoder.encode(JSON.stringify(header));
  const prefix = new Uint8Array(HEADER_PREFIX);
  const view = new DataView(prefix.buffer);
  view.setUint32(0, encoded.length, true);
  view.setUint32(4, crc32(encoded), true);
  return concatenated([prefix, encoded, columns, ids, keys, bucketStarts, spellings, ...regions, ...buckets]);
}

function concatenated(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
