import type { RankedKey } from '@topicmill/search/retrieval/parts';
import type { Embedder } from '@topicmill/text/embedder';
import type { ArtifactIdentity } from './artifact.js';
import type { ArtifactRow, ChunkRow, WrittenText } from './artifact-rows.js';
import type {
  ChunkIndexRange,
  IngestOutcome,
  StoreProblem,
  StoreProgress,
  StoreStats,
  StoreVerification,
  VacuumReport,
} from './artifact-store.js';
import type { Binding } from './binding.js';
import type { CheckedInput } from './check-input.js';
import type { TextColumn } from './column-values.js';
import type { RequiredText } from './parse-query.js';
import type { VectorsByHash } from './passages.js';
import type { ArtifactFilter, CheckedSearch, SearchHit } from './search-options.js';

/** Any range that contains the chunks of the longest text. */
export const ALL_CHUNKS: ChunkIndexRange = { from: 0, to: 2 ** 31 - 1 };

/**
 * A database that artifacts are kept in. Every call is one transaction: it sees one state of the store, and what it
 * writes is there as a whole or not at all, whoever else writes. What takes long, splitting and embedding, happens
 * between the calls.
 */
export interface StoreEngine {
  /** What errors call the store: the path of its file, or its address without a password. */
  readonly place: string;
  /** The model in force; `undefined` before the first vector. */
  readBinding(signal?: AbortSignal): Promise<Binding | undefined>;
  /** The rules by which texts are split, see `splitRules`; `undefined` before the first text. */
  readSizes(): Promise<string | undefined>;
  writeSizes(sizes: string): Promise<void>;
  /** What an identity has, with the ids of its chunks in order. */
  findStored(identity: ArtifactIdentity, signal?: AbortSignal): Promise<StoredIds | undefined>;
  /** The model in force, and the vectors that there are of some texts, by the hashes of what is embedded. */
  readVectors(vectorSha256s: readonly string[]): Promise<KnownVectors>;
  /** Writes what is known about an artifact whose text is there; `undefined` when it is not. */
  writeFacts(input: CheckedInput, contentSha256: string, signal?: AbortSignal): Promise<WrittenArtifact | undefined>;
  /**
   * Writes a text with its vectors, in place of what its identity had. The first vector binds the store to its model.
   *
   * @throws TopicmillError `STORE_MODEL_MISMATCH`; `STORE_BUSY` for a text that was to be split anew, and is another by now
   */
  writeText(writing: ArtifactToWrite, signal?: AbortSignal): Promise<WrittenArtifact>;
  /** @throws TopicmillError `STORE_MODEL_MISMATCH` when the model changed since the query was embedded */
  search(query: PreparedQuery, search: CheckedSearch, embedder: Embedder): Promise<FoundPassages>;
  /** An artifact with its chunks of these indexes, in order; without a range with none. */
  readArtifact(id: string, range?: ChunkIndexRange): Promise<StoredArtifact | undefined>;
  /** Rows after an id, by id. */
  list(filter: ArtifactFilter, after: string, limit: number): Promise<readonly ArtifactRow[]>;
  /** Removes an artifact; ids of what was removed. */
  remove(id: string): Promise<readonly string[]>;
  /** Removes what fits a filter; ids in order. */
  removeMatching(filter: ArtifactFilter): Promise<readonly string[]>;
  readonly reindexing: Reindexing;
  /**
   * The next artifact after an id, with its vectors by key.
   *
   * @throws TopicmillError `STORE_BUSY` when the model in force is another by now
   */
  readNext(afterId: string, binding: Binding | undefined): Promise<ArtifactWithVectors | undefined>;
  /** The lines of an export that leaves out and reports what is damaged. */
  exportIntact(onDamaged: (problem: StoreProblem) => void): AsyncIterable<string>;
  verify(): Promise<StoreVerification>;
  stats(): Promise<StoreStats>;
  advice(): Promise<string | undefined>;
  vacuum(): Promise<VacuumReport>;
  close(): Promise<void>;
}

/** The way to another model: vectors are made alongside those in use, and swapped in when none is missing. */
export interface Reindexing {
  /** A reindex to this model that was begun, if there is one, and how far it is. */
  find(embedder: Embedder, signal?: AbortSignal): Promise<ReindexState>;
  /**
   * Passages after a key that have no vector of the target yet, in order of their keys.
   *
   * @throws TopicmillError `STORE_BUSY` when somebody works towards another model
   */
  findMissing(
    target: Binding | undefined,
    afterKey: number,
    limit: number,
    signal?: AbortSignal,
  ): Promise<readonly MissingPassage[]>;
  /** Stores vectors for the target, which is begun where there is none; throws as `findMissing`. */
  store(target: Binding | undefined, made: MadeVectors, signal?: AbortSignal): Promise<Binding>;
  /** Puts the target in force, unless a vector is missing; throws as `findMissing`. */
  swap(target: Binding | undefined, signal?: AbortSignal): Promise<boolean>;
}

export interface ReindexState {
  readonly target: Binding | undefined;
  readonly doneCount: number;
  readonly totalCount: number;
}

/** A passage that has no vector of the new model yet. */
export interface MissingPassage {
  readonly key: number;
  readonly content: TextColumn;
  readonly preface: string | null;
  readonly vector_hash: string;
  readonly token_count: number;
}

/** Vectors of another model, for passages that had none. */
export interface MadeVectors {
  readonly model: string;
  readonly dimensions: number;
  readonly passages: readonly MissingPassage[];
  readonly vectors: VectorsByHash;
}

export interface StoredIds {
  readonly artifact: ArtifactRow;
  readonly chunkIds: readonly string[];
}

export interface StoredArtifact {
  readonly artifact: ArtifactRow;
  readonly chunks: readonly ChunkRow[];
}

export interface ArtifactWithVectors extends StoredArtifact {
  readonly vectors: ReadonlyMap<number, Float32Array>;
}

export interface KnownVectors {
  readonly binding: Binding | undefined;
  readonly vectors: VectorsByHash;
}

/** A text to be written, with everything that its rows are made from. */
export interface ArtifactToWrite extends WrittenText {
  /** Terms of the passages, in order. */
  readonly bodyTerms: readonly string[];
  /** Vectors of all passages that are not blank. */
  readonly vectors: VectorsByHash;
  readonly embedder: Embedder;
  /** Whether the store has this text, with other chunks. */
  readonly isSplitAnew?: boolean | undefined;
  /** Id that it had in another store, taken if it is free. */
  readonly preferredId?: string | undefined;
  readonly onProgress?: ((progress: StoreProgress) => void) | undefined;
}

export interface WrittenArtifact extends StoredIds {
  readonly outcome: IngestOutcome;
}

/** A query in the forms in which it is looked for. */
export interface PreparedQuery {
  /** Terms that passages are ranked by. */
  readonly terms: readonly string[];
  /** Its words, each with its terms, to tell which of them the store does not have. */
  readonly words: readonly { readonly word: string; readonly terms: readonly string[] }[];
  readonly required: readonly RequiredText[];
  /** Of unit length; `undefined` for a lexical search, or if the store has no vector. */
  readonly vector: Float32Array | undefined;
  /** Passages that each ranking gives at most. */
  readonly candidateCount: number;
}

export interface FoundPassages {
  readonly hits: readonly SearchHit[];
  /** Whether any of the hits has a word of the query in its text or title. */
  readonly haveWords: boolean;
  readonly missingWords: readonly string[];
}

/** Passages by their keys, the best first. */
export type RankedPassages = readonly RankedKey[];
