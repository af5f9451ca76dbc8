import { sha256Hex } from '@topicmill/base/files';
import { headingPath, RESULT_FORMAT, type ResultJson } from '@topicmill/search/retrieval';
import { type ChunkFacts, chunkFactsJson } from '@topicmill/topics/formats';

const VARIANT_DIGITS = '89ab';

/**
 * Key of a chunk for databases: a UUID of version 8 (RFC 9562) made from the chunk's own id, or without one from the
 * topic's id and the chunk's index, so that an export replaces what an earlier one brought.
 */
export function chunkUuid(
  topicId: string,
  { id, index }: { readonly id?: string | undefined; readonly index: number },
): string {
  const hex = sha256Hex(id === undefined ? `${topicId}#${index}` : `chunk ${id}`);
  const variant = VARIANT_DIGITS[Number.parseInt(hex[16]!, 16) % VARIANT_DIGITS.length]!;
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** What every export says about a chunk besides its vector: a result with all that is known about the chunk. */
export type ExportedFields = ResultJson & { readonly [Key in KnownField]: NonNullable<ResultJson[Key]> };

type KnownField =
  | 'format'
  | 'uuid'
  | 'href'
  | 'source_href'
  | 'lines'
  | 'source_range'
  | 'keywords'
  | 'questions'
  | 'text';

/** A chunk with what an export says about it. */
interface ExportRecord {
  readonly facts: ExportedFields;
  readonly vector: Float32Array | undefined;
}

/** All chunks, topic by topic. */
export function* exportRecords({ topics }: ExportedDocs, hrefOf: HrefOf): Generator<ExportRecord> {
  for (const topic of topics) {
    for (const chunk of topic.chunks) yield { facts: recordFacts(topic, chunk, hrefOf), vector: chunk.vector };
  }
}

function recordFacts(topic: ExportedTopic, chunk: ExportedChunk, hrefOf: HrefOf): ExportedFields {
  const { version, locale } = topic;
  return {
    format: RESULT_FORMAT,
    uuid: chunkUuid(topic.id, chunk),
    topic: topic.id,
    topic_title: topic.title,
    ...(topic.description === undefined ? {} : { topic_description: topic.description }),
    ...(version === undefined ? {} : { version }),
    ...(locale === undefined ? {} : { locale }),
    index: chunk.index,
    title: chunk.title,
    headings: headingPath(chunk.text),
    href: hrefOf(chunk.path),
    source_href: topic.hasCopy === false ? (topic.url ?? '') : hrefOf(topic.referencePath),
    lines: [...chunk.lines],
    source_range: { start: chunk.startByte, end: chunk.endByte },
    ...chunkFactsJson(chunk),
    keywords: [...chunk.keywords],
    questions: chunk.questions.map(({ question, origin }) => ({
      question,
      ...(origin === undefined ? {} : { origin }),
    })),
    ...(chunk.similarityConceptual === undefined ? {} : { similarity_conceptual: chunk.similarityConceptual }),
    ...(chunk.similarityTechnical === undefined ? {} : { similarity_technical: chunk.similarityTechnical }),
    text: chunk.text,
  };
}

/** Length of the vectors; 0 when there are none. */
export function dimensionsOf({ topics }: ExportedDocs): number {
  for (const { chunks } of topics) if (chunks[0] !== undefined) return chunks[0].vector?.length ?? 0;
  return 0;
}

const FLOAT32_DIGITS = 9;

/** A vector as JSON: the fewest digits that give the same float32 again. */
export function vectorJson(vector: Float32Array): string {
  return `[${Array.from(vector, shortestNumber).join(',')}]`;
}

function shortestNumber(value: number): string {
  for (let digits = 6; digits < FLOAT32_DIGITS; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return String(short);
  }
  return String(Number(value.toPrecision(FLOAT32_DIGITS)));
}

/** A docs root as it is exported. */
export interface ExportedDocs {
  /** Title of the docs root. */
  readonly title: string;
  readonly description: string | undefined;
  /** Exact name of the model that made the vectors; `undefined` when there are none. */
  readonly model: string | undefined;
  /** Of pages, what their site calls the folders directly below the docs root, by id. */
  readonly categoryTitles?: ReadonlyMap<string, string> | undefined;
  /** By id; pages in the order of their site. */
  readonly topics: readonly ExportedTopic[];
}

/** A topic as it is exported. */
export interface ExportedTopic {
  /** Path below the docs root, with `/`. */
  readonly id: string;
  readonly title: string;
  readonly description: string | undefined;
  /** Of the docs that it belongs to, where there are several. */
  readonly version?: string | undefined;
  readonly locale?: string | undefined;
  /** Path of the reference below the docs root, and its text as read. */
  readonly referencePath: string;
  readonly text: string;
  /** Whether the reference is there, below the docs root; by default it is. */
  readonly hasCopy?: boolean | undefined;
  /** Of a page: address at which people read it, and where its links lead, by their destinations as written. */
  readonly url?: string | undefined;
  readonly links?: ReadonlyMap<string, string> | undefined;
  /** Path of the questions below the docs root, where there are some. */
  readonly questionsPath: string | undefined;
  /** By index; none for a topic that is not chunked. */
  readonly chunks: readonly ExportedChunk[];
}

/** A chunk as it is exported. */
export interface ExportedChunk extends ChunkFacts {
  readonly index: number;
  readonly title: string;
  /** Path of the chunk file below the docs root. */
  readonly path: string;
  /** Of the chunk file, parent headings included. */
  readonly text: string;
  /** Bytes of the reference that it was cut from; the end is after the last one. */
  readonly startByte: number;
  readonly endByte: number;
  /** 1-based first and last line in the reference. */
  readonly lines: readonly [first: number, last: number];
  /** Terms of the topic that occur in it, best first. */
  readonly keywords: readonly string[];
  /** The questions that it answers. */
  readonly questions: readonly ExportedQuestion[];
  readonly similarityConceptual: number | undefined;
  readonly similarityTechnical: number | undefined;
  readonly vector: Float32Array | undefined;
}

/** A question as it is exported. */
interface ExportedQuestion {
  readonly question: string;
  /** `model` for one that a language model wrote and nobody changed. */
  readonly origin?: 'model' | undefined;
}

/** Address of a file of the docs root, given its path below it. */
export type HrefOf = (path: string) => string;

/** A file of an export, made piece by piece. */
export interface ExportFile {
  readonly name: string;
  /** Text in order; each piece ends with a line. */
  pieces(): Iterable<string>;
}

/** A chunk as a database takes it. */
export interface StoredRecord {
  /** Its key in the database. */
  readonly id: string;
  /** Everything but the vector, as it is written. */
  readonly facts: string;
  /** As JSON. */
  readonly vector: string | undefined;
}

/** What the chunks of an earlier export differ in from those of now. */
export interface ExportChanges {
  /** Keys of chunks that are new or not the same. */
  readonly upserted: ReadonlySet<string>;
  /** Keys of chunks that are gone, by code unit. */
  readonly deleted: readonly string[];
  readonly unchangedCount: number;
}

/** An export that a database loads in full, or brings up to date. */
export interface DatabaseFormat {
  /** Names of two files of the full export, by which exports are compared: what the collection or table is like, and all chunks. */
  readonly files: { readonly shape: string; readonly records: string };
  /** @param name of the collection or table */
  exportAll(docs: ExportedDocs, hrefOf: HrefOf, name: string): ExportFile[];
  exportChanges(docs: ExportedDocs, hrefOf: HrefOf, name: string, changes: ExportChanges): ExportFile[];
  recordsOf(docs: ExportedDocs, hrefOf: HrefOf): Iterable<StoredRecord>;
  /**
   * The chunks in lines of the file of all chunks, joined by line feeds; `undefined` when the next line belongs to them. It
   * throws any error for lines that it cannot have written.
   */
  readRecords(lines: string): StoredRecord[] | undefined;
}

/** The longest list of keys in one request: far below what servers take in a body or an address. */
export const KEYS_PER_REQUEST = 64;

/** In lists of at most so many. */
export function* inBatches<T>(values: Iterable<T>, size: number): Generator<T[]> {
  let list: T[] = [];
  for (const value of values) {
    list.push(value);
    if (list.length < size) continue;
    yield list;
    list = [];
  }
  if (list.length > 0) yield list;
}

/** What is written of each value, one after the other. */
export function* writeEach<T>(values: Iterable<T>, write: (value: T) => string): Generator<string> {
  for (const value of values) yield write(value);
}

/** The records that are new or not the same. */
export function* changedRecords(records: Iterable<StoredRecord>, { upserted }: ExportChanges): Generator<StoredRecord> {
  for (const record of records) if (upserted.has(record.id)) yield record;
}

/**
 * Compares the chunks of an earlier export with those of now, by their keys.
 *
 * @param options.vectors false compares everything else
 */
export function findChanges(
  earlier: Iterable<StoredRecord>,
  current: Iterable<StoredRecord>,
  { vectors }: { readonly vectors: boolean },
): ExportChanges {
  const digestOf = ({ facts, vector }: StoredRecord): string =>
    sha256Hex(vectors && vector !== undefined ? `${facts}\n${vector}` : facts);
  const known = new Map<string, string>();
  for (const record of earlier) known.set(record.id, digestOf(record));
  const upserted = new Set<string>();
  let unchangedCount = 0;
  for (const record of current) {
    if (known.get(record.id) === digestOf(record)) unchangedCount += 1;
    else upserted.add(record.id);
    known.delete(record.id);
  }
  return { upserted, deleted: [...known.keys()].sort(), unchangedCount };
}
