import { crc32, deflateRawSync } from 'node:zlib';
import { compareCodeUnits } from '@topicmill/base/order';
import { ByteWriter } from '../bytes.js';
import { pairTerm } from '../term-pairs.js';
import { invertPages, type Occurrences, type PairOccurrences } from './invert-pages.js';
import { type NumberedPage, type NumberedPages, renumberedTerms } from './numbered-page.js';
import {
  type BlockIndex,
  HEADER_PREFIX,
  PAGE_PARTS,
  type PagePart,
  type Part,
  SEGMENT_FORMAT,
  type SegmentHeader,
} from './segment-bytes.js';

/** Terms of a block are read together. In bytes, before they are compressed. */
const BLOCK_BYTES = 8192;

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
  const numbered = ordered.map((page) => renumbered(page, names.numbers, spelled.numbers));
  const parts = numbered.map(partsOf);
  const { entries, firstNumbers } = termEntries(names.names, numbered);
  const blocks = writeBlocks(entries, firstNumbers);
  const tables = {
    columns: columnsOf(numbered, parts),
    ids: encoder.encode(JSON.stringify(numbered.map(({ id }) => id))),
    keys: encoder.encode(JSON.stringify(numbered.map(({ key }) => key))),
    blocks: encoder.encode(JSON.stringify(blocks.index)),
    spellings: encoder.encode(JSON.stringify([spelled.names, spellingCounts(numbered, spelled.names.length)])),
  };
  const regions = PAGE_PARTS.map((kind) => concatenated(parts.map((own) => own[kind])));
  const counts = {
    pageCount: numbered.length,
    chunkCount: numbered.reduce((sum, { chunks }) => sum + chunks.length, 0),
    questionCount: numbered.reduce((sum, { questions }) => sum + questions.length, 0),
    termCount: names.names.length,
  };
  return assembled(counts, tables, regions, blocks.bytes);
}

/** New numbers of the names that pages use, in the order of the names. */
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
  const isUsed = new Uint8Array(names.length);
  for (const page of pages) for (const list of usedIn(page)) for (const number of list) isUsed[number] = 1;
  const used = [...names.keys()].filter((number) => isUsed[number] === 1);
  used.sort((a, b) => compareCodeUnits(names[a]!, names[b]!));
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

function renumbered(page: NumberedPage, terms: Uint32Array, spellings: Uint32Array): NumberedPage {
  const own = [...page.spellings.keys()].sort(
    (a, b) => spellings[page.spellings[a]!]! - spellings[page.spellings[b]!]!,
  );
  return {
    ...renumberedTerms(page, terms),
    spellings: Uint32Array.from(own, (at) => spellings[page.spellings[at]!]!),
    spellingCounts: Uint32Array.from(own, (at) => page.spellingCounts[at]!),
  };
}

type PageParts = Readonly<Record<PagePart, Uint8Array>>;

function partsOf(page: NumberedPage): PageParts {
  const record = `${page.source}\n${page.record}`;
  return {
    words: deflateRawSync(writeWords(page)),
    record: deflateRawSync(record),
    prompts: page.prompts,
    vectors: page.vectors,
  };
}

function writeWords({
  title,
  titleWords,
  description,
  descriptionWords,
  chunks,
  questions,
  ...page
}: NumberedPage): Uint8Array {
  const writer = new ByteWriter();
  const list = (numbers: Uint32Array): void => {
    writer.varint(numbers.length);
    for (const number of numbers) writer.varint(number);
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
  list(page.spellings);
  list(page.spellingCounts);
  return writer.finish();
}

/** What is read of all pages at once: variable-length integers, page by page. */
function columnsOf(pages: readonly NumberedPage[], parts: readonly PageParts[]): Uint8Array {
  const writer = new ByteWriter();
  for (const [at, page] of pages.entries()) {
    writer.varint(page.titleWords);
    writer.varint(page.descriptionWords);
    writer.varint(2 * page.chunks.length + (page.tellsOfChanges ? 1 : 0));
    for (const { headings, body, isCode, questionCount } of page.chunks) {
      writer.varint(2 * questionCount + (isCode ? 1 : 0));
      writer.varint(headings.length);
      writer.varint(body.length);
    }
    for (const { questionWords, answerWords } of page.questions) {
      writer.varint(questionWords);
      writer.varint(answerWords);
    }
    for (const kind of PAGE_PARTS) {
      writer.varint(parts[at]![kind].length);
      writer.varint(crc32(parts[at]![kind]));
    }
  }
  return writer.finish();
}

function spellingCounts(pages: readonly NumberedPage[], count: number): number[] {
  const counts = new Array<number>(count).fill(0);
  for (const { spellings, spellingCounts: own } of pages) {
    for (const [at, number] of spellings.entries()) counts[number]! += own[at]!;
  }
  return counts;
}

/** A term or a pair with its occurrences as bytes. */
type Entry = readonly [term: string, bytes: Uint8Array];

/** Entries in the order of their terms, and for each the number that it, or the next term that has one, has. */
function termEntries(
  names: readonly string[],
  pages: readonly NumberedPage[],
): { readonly entries: readonly Entry[]; readonly firstNumbers: readonly number[] } {
  const { fields, pairs } = invertPages(pages, names.length);
  const ofPairs = pairs
    .map((pair): Entry => [pairTerm(names[pair.first]!, names[pair.second]!), pairEntry(pair)])
    .sort(([a], [b]) => compareCodeUnits(a, b));
  const entries: Entry[] = [];
  const firstNumbers: number[] = [];
  let next = 0;
  for (const [number, name] of names.entries()) {
    for (; next < ofPairs.length && compareCodeUnits(ofPairs[next]![0], name) < 0; next++) {
      entries.push(ofPairs[next]!);
      firstNumbers.push(number);
    }
    const writer = new ByteWriter();
    for (const field of fields) writeOccurrences(writer, field(number));
    entries.push([name, writer.finish()]);
    firstNumbers.push(number);
  }
  for (; next < ofPairs.length; next++) {
    entries.push(ofPairs[next]!);
    firstNumbers.push(names.length);
  }
  return { entries, firstNumbers };
}

function pairEntry({ learners, occurrences }: PairOccurrences): Uint8Array {
  const writer = new ByteWriter();
  writer.varint(learners.length);
  let previous = 0;
  for (const page of learners) {
    writer.varint(page - previous);
    previous = page;
  }
  writeOccurrences(writer, occurrences);
  return writer.finish();
}

/** Of each document the distance from the one before, then how often in the second part and whether in the first one, and how often. */
function writeOccurrences(writer: ByteWriter, { documents, first, second }: Occurrences): void {
  writer.varint(documents.length);
  let previous = 0;
  for (let at = 0; at < documents.length; at++) {
    writer.varint(documents[at]! - previous);
    writer.varint(2 * second[at]! + (first[at]! > 0 ? 1 : 0));
    if (first[at]! > 0) writer.varint(first[at]!);
    previous = documents[at]!;
  }
}

function writeBlocks(
  entries: readonly Entry[],
  firstNumbers: readonly number[],
): { readonly index: BlockIndex; readonly bytes: readonly Uint8Array[] } {
  const index: [string, number, number, number][] = [];
  const blocks: Uint8Array[] = [];
  for (let start = 0; start < entries.length; ) {
    let end = start;
    for (let size = 0; end < entries.length && (end === start || size < BLOCK_BYTES); end++) {
      size += entries[end]![0].length + entries[end]![1].length;
    }
    const bytes = deflateRawSync(writeBlock(entries.slice(start, end)));
    index.push([entries[start]![0], bytes.length, crc32(bytes), firstNumbers[start]!]);
    blocks.push(bytes);
    start = end;
  }
  return { index, bytes: blocks };
}

/** The beginning that a term shares with the one before is in bytes, so that terms are compared without being decoded. */
function writeBlock(entries: readonly Entry[]): Uint8Array {
  const writer = new ByteWriter();
  writer.varint(entries.length);
  let previous = new Uint8Array();
  for (const [term, bytes] of entries) {
    const encoded = encoder.encode(term);
    let shared = 0;
    while (shared < previous.length && shared < encoded.length && previous[shared] === encoded[shared]) shared++;
    writer.varint(shared);
    writer.varint(encoded.length - shared);
    writer.raw(encoded.subarray(shared));
    writer.varint(bytes.length);
    writer.raw(bytes);
    previous = encoded;
  }
  return writer.finish();
}

function assembled(
  counts: Pick<SegmentHeader, 'pageCount' | 'chunkCount' | 'questionCount' | 'termCount'>,
  tables: Readonly<Record<'columns' | 'ids' | 'keys' | 'blocks' | 'spellings', Uint8Array>>,
  regions: readonly Uint8Array[],
  blocks: readonly Uint8Array[],
): Uint8Array {
  // Places are relative to the end of the header, which tells them and so has no length before.
  let at = 0;
  const place = (bytes: Uint8Array): Part => {
    at += bytes.length;
    return [at - bytes.length, bytes.length, crc32(bytes)];
  };
  const { columns, ids, keys, blocks: blockIndex, spellings } = tables;
  const placed = {
    columns: place(columns),
    ids: place(ids),
    keys: place(keys),
    blocks: place(blockIndex),
    spellings: place(spellings),
  };
  const starts = Object.fromEntries(
    PAGE_PARTS.map((kind, part) => {
      at += regions[part]!.length;
      return [kind, at - regions[part]!.length];
    }),
  ) as Record<PagePart, number>;
  const header: SegmentHeader = { format: SEGMENT_FORMAT, ...counts, ...placed, starts, blockStart: at };
  const encoded = encoder.encode(JSON.stringify(header));
  const prefix = new Uint8Array(HEADER_PREFIX);
  const view = new DataView(prefix.buffer);
  view.setUint32(0, encoded.length, true);
  view.setUint32(4, crc32(encoded), true);
  return concatenated([prefix, encoded, columns, ids, keys, blockIndex, spellings, ...regions, ...blocks]);
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
