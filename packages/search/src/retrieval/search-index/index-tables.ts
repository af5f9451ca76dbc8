import { ByteReader, ByteWriter } from '../bytes.js';
import type { Editions } from './editions.js';
import type { TermPostings } from './postings.js';
import type { SearchTopic } from './search-topic.js';
import type { TopicRecord } from './topic-blocks.js';
import type { WordTable } from './word-table.js';

/** Words and phrases that a team uses for the same thing; at least two. */
export type SynonymGroup = readonly string[];

/** What a search knows of an index before it asks for anything. */
export interface IndexFacts {
  readonly topicCount: number;
  readonly chunkCount: number;
  /** Numbers of the topics that tell what changed. */
  readonly changePages?: readonly number[] | undefined;
  readonly vectors?: { readonly model: string; readonly dimensions: number } | undefined;
}

/** What ranking reads of a search index, whether it is in files or in a database. Topics are numbered by their ids. */
export interface IndexTables {
  readonly manifest: IndexFacts;
  readonly core: CoreTable;
  readonly editions: Editions;
  postings(term: string): Promise<TermPostings | undefined>;
  /** The words that misspelt ones may be corrected to. */
  words(): Promise<WordTable>;
  /** Some of them: all that begin with the same letter as a word, where they can be had without the others. */
  wordsLike(word: string): Promise<WordTable | undefined>;
  /** Words that are used for the same thing. */
  synonyms(): Promise<readonly SynonymGroup[]>;
  /** Whether a word that the docs do not contain, in lower case, is known to be one that people use, and no mistake. */
  isEverydayWord(word: string): Promise<boolean>;
  topic(number: number): Promise<TopicRecord>;
  /** @throws TopicmillError `TOPIC_UNKNOWN` */
  topicNumber(id: string): Promise<number>;
  /** Cosines of a query of length 1 with the chunks from `first` up to `end` (exclusive). */
  similarities(first: number, end: number, query: Float32Array): Promise<Float32Array>;
  /** The same of the questions from number `first` up to `end` (exclusive); 0 for those without a vector. */
  questionSimilarities(first: number, end: number, query: Float32Array): Promise<Float32Array>;
  /** Prompt hashes of the chunks from `first` up to `end` (exclusive), chunk by chunk. */
  promptHashes(first: number, end: number): Promise<BigUint64Array>;
}

/** What ranking must know of every chunk. Chunks are numbered topic by topic. */
export interface CoreTable {
  /** Number of each topic's first chunk, and one more entry: the number of all chunks. */
  readonly firstChunks: Uint32Array;
  /** 1 for a chunk that is mostly code. */
  readonly isCode: Uint8Array;
  /** Position of each chunk's first prompt, and one more entry: the number of all prompts. */
  readonly firstPrompts: Uint32Array;
  /** How many pages link to each topic. */
  readonly linkCounts: Uint32Array;
}

/** Chunks a topic, then prompts a chunk, doubled and one more for code: variable-length integers. */
export function writeCoreTable(topics: readonly SearchTopic[]): Uint8Array {
  const writer = new ByteWriter();
  for (const { chunks } of topics) writer.varint(chunks.length);
  for (const { chunks } of topics) {
    for (const { questions, isCode } of chunks) writer.varint(2 * questions.length + (isCode ? 1 : 0));
  }
  return writer.finish();
}

/** Links to each topic: variable-length integers. */
export function writeLinkCounts(counts: Uint32Array): Uint8Array {
  const writer = new ByteWriter();
  for (const count of counts) writer.varint(count);
  return writer.finish();
}

/** @param links as `writeLinkCounts` writes them; left out, no page links to another */
export function readCoreTable(
  bytes: Uint8Array,
  { topicCount, chunkCount }: Pick<IndexFacts, 'topicCount' | 'chunkCount'>,
  links?: Uint8Array,
): CoreTable {
  const reader = new ByteReader(bytes);
  const firstChunks = new Uint32Array(topicCount + 1);
  for (let topic = 0; topic < topicCount; topic++) firstChunks[topic + 1] = firstChunks[topic]! + reader.varint();
  const isCode = new Uint8Array(chunkCount);
  const firstPrompts = new Uint32Array(chunkCount + 1);
  for (let chunk = 0; chunk < chunkCount; chunk++) {
    const value = reader.varint();
    isCode[chunk] = value & 1;
    firstPrompts[chunk + 1] = firstPrompts[chunk]! + (value >>> 1);
  }
  const linkCounts = links === undefined ? new Uint32Array(topicCount) : new ByteReader(links).varints(topicCount);
  return { firstChunks, isCode, firstPrompts, linkCounts };
}
