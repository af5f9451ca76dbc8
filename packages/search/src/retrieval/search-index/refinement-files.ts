import { addTo } from '@topicmill/base/groups';
import { compareCodeUnits } from '@topicmill/base/order';
import { fnv1a32 } from '@topicmill/text/hashes';
import { analyzeText } from '../analyze-text.js';
import { toBase64 } from '../base64.js';
import { ByteWriter } from '../bytes.js';
import { writeWeighed } from '../description-weights.js';
import { sharedLength } from '../shared-length.js';
import type { PartList } from './part-list.js';
import { HASH_BYTES } from './prompt-hashes.js';
import { passageVectors, type SearchTopic } from './search-topic.js';
import { writeVectorRows } from './vector-rows.js';

/** What answers by words are refined with, for `buildSearchIndex`. */
export interface RefinementSource {
  /** Descriptions of terms, as `readTermDescriptions` reads them. */
  readonly descriptions: string;
  /** Rows of the table that made the vectors of the topics, where one did. */
  readonly table?: SourceTable | undefined;
}

/** Some rows of a table of word pieces. */
interface SourceTable extends TableFacts {
  /** By piece, the most frequent first. */
  readonly rows: ReadonlyMap<string, Uint8Array>;
}

/** What is known about a table of word pieces besides its rows. */
export interface TableFacts {
  /** Name of the table, which changes with the vectors that it gives. */
  readonly model: string;
  readonly dimensions: number;
  /** Mean of the scales of all rows of the whole table. */
  readonly meanScale: number;
}

/** What lists the files of a refinement. */
export interface RefinementFile {
  /** Descriptions that there are in all. */
  readonly descriptionCount: number;
  /** Names of the files with what belongs to words, by number of the bucket. */
  readonly words: string;
  readonly table?: PublishedTable | undefined;
  /** Files with the vectors of passages, by number of the first topic. */
  readonly passages?: PartList<number> | undefined;
}

/** The pieces that rows are published for. */
interface PublishedTable extends TableFacts {
  /** Pieces without a term, such as stop words, a line each, the most frequent first: they are side by side in the first buckets. */
  readonly common: string;
  /** As `writeFrontCoded` writes them. */
  readonly others: string;
}

/** What belongs to the words of one bucket. */
export interface WordBucket {
  /** Rows of pieces in base64. */
  readonly rows: Readonly<Record<string, string>>;
  /** How many of all descriptions have a term, for each term of the bucket. */
  readonly holders: Readonly<Record<string, number>>;
  /** Terms of the names in `lines` that the docs do not have, between blanks. */
  readonly absent: string;
  /** Number of a line of the descriptions, those of its descriptions that are here, and its names; between tabs. */
  readonly lines: string;
}

/** Rows of stop words that are loaded together: hardly a question has others than the first of these. */
export const COMMON_PER_BUCKET = 32;
/** What a bucket has about, in characters: a question loads one for each of its words. */
const BUCKET_LENGTH = 6144;
const RADIX = 36;
const MAX_SHARED = RADIX - 1;
/** Passages of small pages are loaded together. */
const MIN_PASSAGE_BYTES = 2048;

/** By which a piece finds its bucket; `undefined` for one that no search looks for. */
export function termOfPiece(piece: string): string | undefined {
  return analyzeText(piece)[0];
}

/** Number of the bucket of a term. */
export function bucketOfTerm(term: string, commonCount: number, bucketCount: number): number {
  const first = commonBuckets(commonCount);
  return first + (fnv1a32(term) % (bucketCount - first));
}

function commonBuckets(commonCount: number): number {
  return Math.ceil(commonCount / COMMON_PER_BUCKET);
}

/** The buckets as JSON texts, and what is known about them together. */
export function writeWordBuckets(
  { descriptions, table }: RefinementSource,
  isTerm: (term: string) => boolean,
): { readonly texts: readonly string[] } & Pick<RefinementFile, 'descriptionCount' | 'table'> {
  const lines = writtenDescriptions(descriptions);
  const holders = new Map<string, number>();
  for (const term of lines.flatMap((line) => line.descriptions.flat())) holders.set(term, (holders.get(term) ?? 0) + 1);
  const descriptionCount = lines.reduce((sum, line) => sum + line.descriptions.length, 0);
  const counts = { count: descriptionCount, holdersOf: (term: string) => holders.get(term)! };
  const found = lines.filter(({ names }) => names.split(',').some((name) => analyzeText(name).some(isTerm)));
  const pieces = [...(table?.rows.keys() ?? [])];
  const common = pieces.filter((piece) => termOfPiece(piece) === undefined);
  const others = pieces.filter((piece) => termOfPiece(piece) !== undefined);
  const length = found.reduce((sum, { names, descriptions: own }) => sum + own.length * (names.length + 40), 0);
  const hashedCount = Math.max(1, Math.ceil((length + rowsLength(others, table)) / BUCKET_LENGTH));
  const bucketCount = commonBuckets(common.length) + hashedCount;
  const bucketOf = (term: string): number => bucketOfTerm(term, common.length, bucketCount);
  const rows = new Map<number, string[]>();
  for (const [at, piece] of common.entries()) addTo(rows, Math.floor(at / COMMON_PER_BUCKET), piece);
  for (const piece of others) addTo(rows, bucketOf(termOfPiece(piece)!), piece);
  const described = new Map<number, WrittenLine[]>();
  const terms = new Map<number, string[]>();
  for (const term of new Set(found.flatMap((line) => line.descriptions.flat()))) addTo(terms, bucketOf(term), term);
  for (const line of found) {
    const own = new Map<number, (readonly string[])[]>();
    for (const each of line.descriptions)
      for (const bucket of new Set(rarerTerms(each, holders).map(bucketOf))) addTo(own, bucket, each);
    for (const [bucket, those] of own) addTo(described, bucket, { ...line, descriptions: those });
  }
  const texts = Array.from({ length: bucketCount }, (_, bucket): string => {
    const own = described.get(bucket) ?? [];
    const named = new Set(own.flatMap(({ names }) => analyzeText(names)));
    const content: WordBucket = {
      rows: Object.fromEntries((rows.get(bucket) ?? []).map((piece) => [piece, toBase64(table!.rows.get(piece)!)])),
      holders: Object.fromEntries((terms.get(bucket) ?? []).map((term) => [term, holders.get(term)!])),
      absent: [...named]
        .filter((term) => !isTerm(term))
        .sort(compareCodeUnits)
        .join(' '),
      lines: own
        .map(({ number, descriptions: those, names }) => {
          const weighed = those.map((each) => writeWeighed(each, counts));
          return `${number}\t${weighed}\t${names}`;
        })
        .join('\n'),
    };
    return `${JSON.stringify(content)}\n`;
  });
  if (table === undefined) return { texts, descriptionCount };
  const { model, dimensions, meanScale } = table;
  const published = { model, dimensions, meanScale, common: common.join('\n'), others: writeFrontCoded(others) };
  return { texts, descriptionCount, table: published };
}

/** A line each, sorted: in one character, with how many of the one before it begins, then the rest. */
function writeFrontCoded(words: readonly string[]): string {
  const sorted = [...words].sort(compareCodeUnits);
  return sorted
    .map((word, at) => {
      const shared = Math.min(MAX_SHARED, sharedLength(sorted[at - 1] ?? '', word));
      return `${shared.toString(RADIX)}${word.slice(shared)}`;
    })
    .join('\n');
}

/** Reads what `writeFrontCoded` has written. */
export function readSorted(list: string): string[] {
  let last = '';
  return listLines(list).map((line) => {
    last = last.slice(0, Number.parseInt(line[0]!, RADIX)) + line.slice(1);
    return last;
  });
}

/** Lines of a list; none of an empty one. */
export function listLines(list: string): string[] {
  return list === '' ? [] : list.split('\n');
}

interface WrittenLine {
  readonly number: number;
  /** The terms of each. */
  readonly descriptions: readonly (readonly string[])[];
  readonly names: string;
}

function writtenDescriptions(text: string): WrittenLine[] {
  const lines = text === '' ? [] : text.split('\n');
  return lines.map((line, number) => {
    const [descriptions = '', names = ''] = line.split('\t');
    return {
      number,
      names,
      descriptions: descriptions.split(',').map((each) => each.split(' ')),
    };
  });
}

/**
 * The terms of a description by which it is found: all but the most frequent one, since one of which two terms are asked for has
 * another of them, too.
 */
function rarerTerms(terms: readonly string[], holders: ReadonlyMap<string, number>): readonly string[] {
  const byRareness = [...terms].sort((a, b) => holders.get(a)! - holders.get(b)! || compareCodeUnits(a, b));
  return byRareness.slice(0, Math.max(1, terms.length - 1));
}

function rowsLength(pieces: readonly string[], table: SourceTable | undefined): number {
  return pieces.reduce((sum, piece) => sum + Math.ceil((4 / 3) * table!.rows.get(piece)!.length) + piece.length, 0);
}

/** Vectors of the passages of some topics side by side, and hashes of their questions. */
interface PassagePart {
  readonly bytes: Uint8Array;
  readonly firstTopic: number;
}

/** A few pages a file: the rows of a page's chunks, then of its questions, then the hashes of these. */
export function writePassages(topics: readonly SearchTopic[], dimensions: number): PassagePart[] {
  const parts: { writer: ByteWriter; length: number; firstTopic: number }[] = [];
  for (const [topic, { chunks }] of topics.entries()) {
    const rows = writeVectorRows(passageVectors(chunks), dimensions);
    const hashes = chunks.flatMap(({ questions }) => questions.map(({ hash }) => hash));
    let part = parts.at(-1);
    if (part === undefined || part.length >= MIN_PASSAGE_BYTES) {
      part = { writer: new ByteWriter(), length: 0, firstTopic: topic };
      parts.push(part);
    }
    part.writer.raw(rows);
    for (const hash of hashes) part.writer.uint64(hash);
    part.length += rows.length + HASH_BYTES * hashes.length;
  }
  return parts.map(({ writer, firstTopic }) => ({ bytes: writer.finish(), firstTopic }));
}
