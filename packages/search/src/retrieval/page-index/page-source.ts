import type { CurrentEditions, Edition } from '../search-index/editions.js';
import type { CoreTable, SynonymGroup } from '../search-index/index-tables.js';
import type { KnownWord } from '../search-index/word-table.js';

/** Where a term is: in a chunk's text, a page's title or description, a question with its answer. */
export type TermField = 'chunk' | 'title' | 'description' | 'question';

/** How often a text contains a term: in headings and below them; in a question and its answer. */
export type Counts = readonly [first: number, second: number];

export interface TextTerm {
  readonly field: TermField;
  readonly term: string;
  readonly counts: Counts;
}

/** A text that is searched: a page's title and description, one of its chunks, one of its questions. */
export interface PageText {
  readonly kind: 'page' | 'chunk' | 'question';
  /** Number within the page. */
  readonly place: number;
  readonly terms: readonly TextTerm[];
  /** Of a chunk: the pairs of neighbours in its headings, and those of a word and a number in its body. */
  readonly pairs?: readonly string[] | undefined;
  /** Of a chunk: its terms in order, those of the headings and those of the body in a line each, with spaces around. */
  readonly sequence?: string | undefined;
}

/** What a search knows of each page before it asks: a few numbers for each chunk. */
export interface PageStatistics {
  /** Words of the title and of the description. */
  readonly title: number;
  readonly description: number;
  /** By chunk: 1 for one that is mostly code. */
  readonly code: readonly number[];
  /** By chunk. */
  readonly questionCounts: readonly number[];
  /** By chunk: words of its headings and below them. */
  readonly chunks: readonly Counts[];
  /** By question: words of it and of its answer. */
  readonly questions: readonly Counts[];
  readonly tellsOfChanges: boolean;
  /** `linkKeys`; left out where an earlier build wrote the page. */
  readonly links?: readonly number[] | undefined;
  readonly edition?: Edition | undefined;
}

/** A page of the index. */
export interface IndexedPage {
  /** What its source calls it. */
  readonly key: number;
  /** Id of the topic. */
  readonly id: string;
  readonly statistics: PageStatistics;
}

/** What ranking knows of all pages before it asks for anything. Topics are numbered by their ids, sorted by code unit. */
export interface PageColumns {
  readonly ids: readonly string[];
  /** What the source calls each page, by topic number. */
  readonly keys: ArrayLike<number>;
  readonly core: CoreTable;
  /** Words in both parts of each document of a field, by document number. */
  readonly lengths: Readonly<Record<TermField, readonly [first: ArrayLike<number>, second: ArrayLike<number>]>>;
  readonly changePages: readonly number[];
  /** By topic number; empty where no topic has one. */
  readonly editions: readonly (Edition | undefined)[];
}

/** What a source knows of all its pages together. */
export interface PageIndexHead {
  readonly columns: PageColumns;
  readonly vectors?: { readonly model: string; readonly dimensions: number } | undefined;
  readonly synonyms: readonly SynonymGroup[];
  readonly current: CurrentEditions;
}

/** Documents of one kind that contain something, and how often in both parts of each. */
export interface Occurrences {
  readonly documents: Uint32Array;
  readonly first: Uint32Array;
  readonly second: Uint32Array;
}

/** The documents that contain a term, by field; in any order. */
export type TermOccurrences = Readonly<Record<TermField, Occurrences>>;

/** Number of a document of a field among all, by what the source calls its page, and its place there. */
export type DocumentNumber = (field: TermField, page: number, place: number) => number;

/** Takes the bytes of one of several pages, in any order; `at` is its position among those that were asked for. */
export type TakePart = (at: number, bytes: Uint8Array) => void;

/** Reads what was kept of pages; all calls answer from one state of the source. */
export interface PageReads {
  /** `undefined` for a term that is nowhere. */
  occurrences(term: string, numberOf: DocumentNumber): Promise<TermOccurrences | undefined>;
  /** The chunks in which both words of a pair are side by side; `undefined` where no page has it among its `pairs`. */
  pairOccurrences(pair: string, numberOf: DocumentNumber): Promise<Occurrences | undefined>;
  /** The most frequent spellings: `MAX_WORDS`, and all that are as frequent as the last of them. */
  words(): Promise<readonly KnownWord[]>;
  /** `pageRecord` of a page. */
  record(page: number): Promise<string>;
  /** Rows of the vectors of each page. */
  vectors(pages: readonly number[], take: TakePart): Promise<void>;
  /** Hashes of the questions of each page, 8 bytes each. */
  prompts(pages: readonly number[], take: TakePart): Promise<void>;
}
