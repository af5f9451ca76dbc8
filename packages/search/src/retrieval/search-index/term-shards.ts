import { compareCodeUnits } from '@topicmill/base/order';
import { documentImpacts, type FieldTerms } from '../bm25.js';
import { ByteReader, ByteWriter } from '../bytes.js';
import { sharedLength } from '../shared-length.js';
import { isNumberPair, isPair } from '../term-pairs.js';
import { OpenPostings, type TermPostings } from './postings.js';
import { mergeTermPostings, prefixEntries, prefixKey, readEntry, type TermEntry } from './prefixes.js';

/** A word of a heading counts as often as this many in the text. */
const HEADING_WEIGHT = 3;
/** A pair that only one chunk contains hardly tells what its words do not, and most pairs are such. */
const MIN_PAIR_HOLDERS = 2;
/** A word of a question counts as often as this many of its answer, whose words the chunk has too. */
const QUESTION_WEIGHT = 3;
/** What an occurrence counts in each part of a field. */
export const FIELD_WEIGHTS = {
  chunk: [HEADING_WEIGHT, 1],
  title: [1],
  description: [1],
  question: [QUESTION_WEIGHT, 1],
} as const;
/** Shards are about this large, in bytes: a query loads one for each of its terms. */
const TARGET_SHARD_BYTES = 16_384;

/** Whether an index has a pair that some chunks contain. */
export function isPairIndexed(pair: string, holderCount: number): boolean {
  return holderCount >= (isNumberPair(pair) ? 1 : MIN_PAIR_HOLDERS);
}

/** The terms of one chunk. */
export interface ChunkTerms {
  readonly headings: FieldTerms;
  readonly body: FieldTerms;
}

/** The terms of one question. */
export interface QuestionTerms {
  readonly question: FieldTerms;
  readonly answer: FieldTerms;
}

/** The terms of all texts of an index. */
export interface IndexTerms {
  /** By chunk number. */
  readonly chunks: readonly ChunkTerms[];
  /** By topic number. */
  readonly titles: readonly FieldTerms[];
  /** By topic number. */
  readonly descriptions: readonly FieldTerms[];
  /** By number: question by question, chunk by chunk. */
  readonly questions: readonly QuestionTerms[];
  /** By term number. */
  readonly terms: readonly string[];
}

/** Postings of all terms whose neighbours in the alphabet are in the same file. */
export interface WrittenShard {
  /** The first of its terms, by code unit. */
  readonly first: string;
  readonly bytes: Uint8Array;
}

/** Postings of all terms and of beginnings of words. */
export function buildTermShards({ chunks, titles, descriptions, questions, terms }: IndexTerms): WrittenShard[] {
  const inChunks = postingsByTerm(terms, [
    { weight: HEADING_WEIGHT, documents: chunks.map(({ headings }) => headings) },
    { weight: 1, documents: chunks.map(({ body }) => body) },
  ]);
  const inTitles = postingsByTerm(terms, [{ weight: 1, documents: titles }]);
  const inDescriptions = postingsByTerm(terms, [{ weight: 1, documents: descriptions }]);
  const inQuestions = postingsByTerm(terms, [
    { weight: QUESTION_WEIGHT, documents: questions.map(({ question }) => question) },
    { weight: 1, documents: questions.map(({ answer }) => answer) },
  ]);
  const isKept = (term: string, number: number): boolean =>
    !isPair(term) || isPairIndexed(term, inChunks[number]!.count);
  const lists = [inChunks, inTitles, inDescriptions, inQuestions];
  const entries = terms.map((term, number): TermEntry => [term, encodeEntry(lists.map((list) => list[number]!))]);
  return writeShards(entries.filter(([term], number) => isKept(term, number)));
}

/** A field of all documents, by document number. */
interface WeightedField {
  readonly weight: number;
  readonly documents: readonly FieldTerms[];
}

/** The documents that contain each term, by term number; every field has the same documents. */
function postingsByTerm(terms: readonly string[], fields: readonly WeightedField[]): OpenPostings[] {
  const postings = terms.map(() => new OpenPostings());
  const settings = fields.map(({ weight, documents }) => ({ weight, meanLength: meanLength(documents) }));
  for (const number of fields[0]!.documents.keys()) {
    const impacts = documentImpacts(
      fields.map(({ documents }) => documents[number]!),
      settings,
    );
    for (const [term, impact] of impacts) postings[term]!.add(number, impact);
  }
  return postings;
}

/** The terms of one shard. Postings are decoded when their term is asked for. */
export class TermShard {
  private readonly offsets = new Map<string, number>();
  private readonly decoded = new Map<string, TermPostings>();

  constructor(private readonly bytes: Uint8Array) {
    const reader = new ByteReader(bytes);
    let previous = '';
    for (let rest = reader.varint(); rest > 0; rest--) {
      const shared = reader.varint();
      const term = previous.slice(0, shared) + reader.text();
      const length = reader.varint();
      this.offsets.set(term, reader.offset);
      reader.raw(length);
      previous = term;
    }
  }

  postings(term: string): TermPostings | undefined {
    const offset = this.offsets.get(term);
    if (offset === undefined) return undefined;
    let postings = this.decoded.get(term);
    if (postings === undefined) {
      postings = readEntry(this.bytes, offset);
      this.decoded.set(term, postings);
    }
    return postings;
  }

  /** Terms of single words that begin with some letters. */
  termsWith(prefix: string): string[] {
    return [...this.offsets.keys()].filter((term) => term.startsWith(prefix) && !isPair(term) && !term.endsWith('*'));
  }
}

/**
 * Position of the shard that has a term, among the first terms of all. A pair is with its first word, so that asking for it
 * loads nothing more.
 */
export function shardPosition(term: string, firsts: readonly string[]): number {
  let low = 0;
  let high = firsts.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (firsts[middle]! <= term) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}

/**
 * Postings of all words that begin with some letters, as those of one term, and the words themselves, unless they are many.
 *
 * @param shardFor loads the shard that has a term
 */
export async function prefixPostings(
  prefix: string,
  shardFor: (term: string) => Promise<readonly [shard: TermShard, end: string | undefined]>,
): Promise<{ readonly postings: TermPostings; readonly terms: readonly string[] } | undefined> {
  const [shard, end] = await shardFor(prefixKey(prefix));
  const known = shard.postings(prefixKey(prefix));
  if (known !== undefined) return { postings: known, terms: [] };
  const shards = [shard];
  // Words that begin so fit into one shard, but may begin near the end of another.
  if (end?.startsWith(prefix)) shards.push((await shardFor(end))[0]);
  const found = shards.flatMap((each) => each.termsWith(prefix).map((term) => [term, each.postings(term)!] as const));
  if (found.length === 0) return undefined;
  const parts = found.map(([, postings]) => postings);
  return {
    postings: mergeTermPostings(parts),
    terms: found.map(([term]) => term),
  };
}

function writeShards(entries: readonly TermEntry[]): WrittenShard[] {
  const byTerm = (a: TermEntry, b: TermEntry): number => compareCodeUnits(a[0], b[0]);
  const terms = [...entries].sort(byTerm);
  const ordered = [...terms, ...prefixEntries(terms, TARGET_SHARD_BYTES)].sort(byTerm);
  const shards: TermEntry[][] = [[]];
  let byteCount = 0;
  for (const entry of ordered) {
    const size = entry[0].length + entry[1].length;
    if (byteCount > 0 && byteCount + size > TARGET_SHARD_BYTES && !isPair(entry[0])) {
      shards.push([]);
      byteCount = 0;
    }
    shards.at(-1)!.push(entry);
    byteCount += size;
  }
  return shards.map((shard) => ({ first: shard[0]?.[0] ?? '', bytes: writeShard(shard) }));
}

function encodeEntry(postings: readonly OpenPostings[]): Uint8Array {
  const writer = new ByteWriter();
  for (const each of postings) each.write(writer);
  return writer.finish();
}

function writeShard(entries: readonly TermEntry[]): Uint8Array {
  const writer = new ByteWriter();
  writer.varint(entries.length);
  let previous = '';
  for (const [term, bytes] of entries) {
    const shared = sharedLength(previous, term);
    writer.varint(shared);
    writer.text(term.slice(shared));
    writer.varint(bytes.length);
    writer.raw(bytes);
    previous = term;
  }
  return writer.finish();
}

function meanLength(documents: readonly FieldTerms[]): number {
  return averageLength(documents.map(({ wordCount }) => wordCount));
}

/** Mean of some lengths; 1 where all are 0. */
export function averageLength(lengths: ArrayLike<number>): number {
  let total = 0;
  for (let at = 0; at < lengths.length; at++) total += lengths[at]!;
  return total === 0 ? 1 : total / lengths.length;
}
