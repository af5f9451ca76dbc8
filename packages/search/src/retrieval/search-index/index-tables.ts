import type { CoreTable } from './core-table.js';
import type { Editions } from './editions.js';
import type { TermPostings } from './postings.js';
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
