import { hashTerm } from '@topicmill/text/hashes';
import { type Bm25Field, documentImpacts, type FieldTerms } from '../bm25.js';
import { ByteReader } from '../byte-reader.js';
import { ByteWriter } from '../byte-writer.js';
import { firstOfPair, isPair } from '../term-pairs.js';
import { OpenPostings, readPostings, type TermPostings } from './postings.js';

/** A word of a heading counts as often as this many in the text. */
const HEADING_WEIGHT = 3;
/** A pair that only one chunk holds tells nothing that its words do not. */
const MIN_PAIR_HOLDERS = 2;
/** Shards are about this large, in bytes: a query loads one for each of its terms. */
const TARGET_SHARD_BYTES = 16_384;

/** The terms of one chunk. */
export interface ChunkTerms {
  readonly headings: FieldTerms;
  readonly body: FieldTerms;
}

/** The terms of all texts of an index. */
export interface IndexTerms {
  /** By chunk number. */
  readonly chunks: readonly ChunkTerms[];
  /** By topic number. */
  readonly titles: readonly FieldTerms[];
  /** By term number. */
  readonly terms: readonly string[];
}

/** Postings of all terms, by the shard that holds them. */
export function buildTermShards({ chunks, titles, terms }: IndexTerms): readonly Uint8Array[] {
  const inChunks = terms.map(() => new OpenPostings());
  const chunkFields: readonly Bm25Field[] = [
    { weight: HEADING_WEIGHT, meanLength: meanLength(chunks.map(({ headings }) => headings)) },
    { weight: 1, meanLength: meanLength(chunks.map(({ body }) => body)) },
  ];
  for (const [number, { headings, body }] of chunks.entries()) {
    const impacts = documentImpacts([headings, body], chunkFields);
    for (const [term, impact] of impacts) inChunks[term]!.add(number, impact);
  }
  const inTitles = terms.map(() => new OpenPostings());
  const titleFields: readonly Bm25Field[] = [{ weight: 1, meanLength: meanLength(titles) }];
  for (const [number, title] of titles.entries()) {
    for (const [term, impact] of documentImpacts([title], titleFields)) inTitles[term]!.add(number, impact);
  }
  const isKept = (term: string, number: number): boolean =>
    !isPair(term) || inChunks[number]!.count >= MIN_PAIR_HOLDERS;
  const entries = terms.map((term, number): Entry => [term, entryOf(inChunks[number]!, inTitles[number]!)]);
  return writeShards(entries.filter(([term], number) => isKept(term, number)));
}

/** Reads one shard. Postings are decoded when their term is asked for. */
export function readTermShard(bytes: Uint8Array): (term: string) => TermPostings | undefined {
  const reader = new ByteReader(bytes);
  const offsets = new Map<string, number>();
  for (let rest = reader.varint(); rest > 0; rest--) {
    const term = reader.text();
    const length = reader.varint();
    offsets.set(term, reader.offset);
    reader.raw(length);
  }
  const decoded = new Map<string, TermPostings>();
  return (term) => {
    const offset = offsets.get(term);
    if (offset === undefined) return undefined;
    let postings = decoded.get(term);
    if (postings === undefined) {
      const body = new ByteReader(bytes, offset);
      postings = { chunks: readPostings(body), titles: readPostings(body) };
      decoded.set(term, postings);
    }
    return postings;
  };
}

/** Number of the shard that holds a term. A pair stands with its first word, so that asking for it loads nothing more. */
export function shardOf(term: string, shardCount: number): number {
  return hashTerm(firstOfPair(term)) % shardCount;
}

type Entry = readonly [term: string, bytes: Uint8Array];

function writeShards(entries: readonly Entry[]): Uint8Array[] {
  const ordered = [...entries].sort(([a], [b]) => (a < b ? -1 : 1));
  const byteCount = ordered.reduce((sum, [term, bytes]) => sum + term.length + bytes.length + 2, 0);
  const shardCount = Math.max(1, Math.ceil(byteCount / TARGET_SHARD_BYTES));
  const shards = Array.from({ length: shardCount }, (): Entry[] => []);
  for (const entry of ordered) shards[shardOf(entry[0], shardCount)]!.push(entry);
  return shards.map(writeShard);
}

function entryOf(chunks: OpenPostings, titles: OpenPostings): Uint8Array {
  const writer = new ByteWriter();
  chunks.write(writer);
  titles.write(writer);
  return writer.finish();
}

function writeShard(entries: readonly Entry[]): Uint8Array {
  const writer = new ByteWriter();
  writer.varint(entries.length);
  for (const [term, bytes] of entries) {
    writer.text(term);
    writer.varint(bytes.length);
    writer.raw(bytes);
  }
  return writer.finish();
}

function meanLength(documents: readonly FieldTerms[]): number {
  const total = documents.reduce((sum, { wordCount }) => sum + wordCount, 0);
  return total === 0 ? 1 : total / documents.length;
}
