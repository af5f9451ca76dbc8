import { type Bm25Field, documentImpacts } from '../bm25.js';
import { ByteReader } from '../byte-reader.js';
import { ByteWriter } from '../byte-writer.js';
import { hashTerm } from '../hash-term.js';
import { type OpenPostings, readPostings, type TermPostings, writePostings } from './postings.js';

/** A word of a heading counts as often as this many in the text. */
const HEADING_WEIGHT = 3;
/** Shards are about this large, in bytes: a query loads one for each of its terms. */
const TARGET_SHARD_BYTES = 16_384;

/** The analyzed words of one chunk. */
export interface ChunkTerms {
  readonly headings: readonly string[];
  readonly body: readonly string[];
}

interface OpenTerm {
  readonly chunks: OpenPostings;
  readonly titles: OpenPostings;
}

const NO_POSTINGS: OpenPostings = { documents: [], impacts: [] };

/** Postings of all terms, by the shard that holds them. */
export function buildTermShards(
  chunks: readonly ChunkTerms[],
  titles: readonly (readonly string[])[],
): readonly Uint8Array[] {
  const terms = new Map<string, OpenTerm>();
  const chunkFields: readonly Bm25Field[] = [
    { weight: HEADING_WEIGHT, meanLength: meanLength(chunks.map(({ headings }) => headings)) },
    { weight: 1, meanLength: meanLength(chunks.map(({ body }) => body)) },
  ];
  for (const [number, { headings, body }] of chunks.entries()) {
    addDocument(terms, 'chunks', number, documentImpacts([headings, body], chunkFields));
  }
  const titleFields: readonly Bm25Field[] = [{ weight: 1, meanLength: meanLength(titles) }];
  for (const [number, title] of titles.entries()) {
    addDocument(terms, 'titles', number, documentImpacts([title], titleFields));
  }
  return writeShards(terms);
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

/** Number of the shard that holds a term. */
export function shardOf(term: string, shardCount: number): number {
  return hashTerm(term) % shardCount;
}

function addDocument(
  terms: Map<string, OpenTerm>,
  kind: keyof OpenTerm,
  number: number,
  impacts: ReadonlyMap<string, number>,
): void {
  for (const [term, impact] of impacts) {
    let open = terms.get(term);
    if (open === undefined) {
      open = { chunks: { documents: [], impacts: [] }, titles: NO_POSTINGS };
      terms.set(term, open);
    }
    if (open[kind] === NO_POSTINGS) {
      open = { ...open, [kind]: { documents: [], impacts: [] } };
      terms.set(term, open);
    }
    open[kind].documents.push(number);
    open[kind].impacts.push(impact);
  }
}

function writeShards(terms: ReadonlyMap<string, OpenTerm>): Uint8Array[] {
  const entries = [...terms].sort(([a], [b]) => (a < b ? -1 : 1)).map(([term, open]) => [term, entryOf(open)] as const);
  const byteCount = entries.reduce((sum, [term, bytes]) => sum + term.length + bytes.length + 2, 0);
  const shardCount = Math.max(1, Math.ceil(byteCount / TARGET_SHARD_BYTES));
  const shards = Array.from({ length: shardCount }, (): (readonly [string, Uint8Array])[] => []);
  for (const entry of entries) shards[shardOf(entry[0], shardCount)]!.push(entry);
  return shards.map(writeShard);
}

function entryOf({ chunks, titles }: OpenTerm): Uint8Array {
  const writer = new ByteWriter();
  writePostings(chunks, writer);
  writePostings(titles, writer);
  return writer.finish();
}

function writeShard(entries: readonly (readonly [term: string, bytes: Uint8Array])[]): Uint8Array {
  const writer = new ByteWriter();
  writer.varint(entries.length);
  for (const [term, bytes] of entries) {
    writer.text(term);
    writer.varint(bytes.length);
    writer.raw(bytes);
  }
  return writer.finish();
}

function meanLength(documents: readonly (readonly string[])[]): number {
  const total = documents.reduce((sum, terms) => sum + terms.length, 0);
  return total === 0 ? 1 : total / documents.length;
}
