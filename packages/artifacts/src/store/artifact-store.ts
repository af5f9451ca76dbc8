import type { Embedder } from '@topicmill/text/embedder';
import type { Artifact, ArtifactChunk, ArtifactInput } from './artifact.js';
import type { ArtifactFilter, ContextOptions, SearchAnswer, SearchOptions } from './search-options.js';

/**
 * Keeps artifacts, their chunks and vectors, and finds them again. Every change is whole or not at all, whatever happens
 * to the process, and several processes may work on one store.
 *
 * Every method throws TopicmillError `STORE_DAMAGED`, `STORE_FULL`, `STORE_LOCKED` or `STORE_UNREADABLE` when the store
 * cannot do its part; those that change something throw `STORE_READ_ONLY` where it may not be written.
 */
export interface ArtifactStore {
  /**
   * Stores an artifact, or replaces what its source had before. All vectors are made first; only then is anything written.
   *
   * @throws TopicmillError `ARTIFACT_INVALID`, `STORE_MODEL_MISMATCH`, and what the embedder throws
   */
  ingest(input: ArtifactInput, options?: IngestOptions): Promise<IngestResult>;
  /** What `ingest` would do; writes nothing and calls no model. */
  planIngest(input: ArtifactInput): Promise<IngestPlan>;
  /**
   * Finds whole artifacts and chunks. A phrase in quotes must be in the text or title, word for word, and so must a word
   * that begins as one followed by an asterisk; nothing else in a query is an operator.
   *
   * @throws TopicmillError `INVALID_OPTION`, `STORE_MODEL_MISMATCH`, and what the embedder throws
   */
  search(query: string, options?: SearchOptions): Promise<SearchAnswer>;
  /** The artifact, or `undefined`. */
  get(artifactId: string): Promise<Artifact | undefined>;
  /** The whole text, put together from its chunks where it has some; `undefined` for an unknown artifact. */
  getText(artifactId: string): Promise<string | undefined>;
  /** Chunks in order; none for an unknown artifact or a whole one. */
  getChunks(artifactId: string, range?: ChunkIndexRange): Promise<readonly ArtifactChunk[]>;
  /**
   * A chunk with its neighbours, as one text.
   *
   * @throws TopicmillError `ARTIFACT_UNKNOWN` when there is no such chunk
   */
  getContext(artifactId: string, chunkIndex: number, options?: ContextOptions): Promise<string>;
  /**
   * Artifacts by id, in order of code units.
   *
   * @throws TopicmillError `INVALID_OPTION`
   */
  list(options?: ListOptions): Promise<ArtifactPage>;
  /**
   * Deletes an artifact with its chunks, vectors and terms, and overwrites what they took up in the file.
   *
   * @returns whether there was such an artifact
   */
  delete(artifactId: string): Promise<boolean>;
  /**
   * Deletes what fits a filter, all or nothing, as `delete` does.
   *
   * @returns ids of what was deleted, in order
   * @throws TopicmillError `INVALID_OPTION` for a filter that lets everything through
   */
  deleteMatching(filter: ArtifactFilter): Promise<readonly string[]>;
  /**
   * Rewrites the whole store without the space that deleted and replaced texts occupied, so that nothing of them stays in
   * it, not even from releases that did not overwrite them. Nobody else can use the store meanwhile.
   */
  vacuum(): Promise<VacuumReport>;
  /**
   * Gives every text a vector of another model, and binds the store to that model. Until the last moment the store
   * answers with the old one. Then texts that its splitter would now split differently are split again, and keep their ids. Called
   * again after an interruption, it resumes where it left off.
   *
   * @param embedder `undefined`: the model stays
   * @throws TopicmillError what the embedder throws; `STORE_BUSY` when another process reindexes to another model, or changes a
   *   text while it is split
   */
  reindex(embedder: Embedder | undefined, options?: ReindexOptions): Promise<ReindexReport>;
  /** Cross-checks everything. Reports, never repairs, and says what is intact even in a damaged store. */
  verify(): Promise<StoreVerification>;
  stats(): Promise<StoreStats>;
  /**
   * Advice for whoever runs the store, such as to install an index for its vectors. It is quick, since it relies on the
   * database's estimates.
   *
   * @returns `undefined` when there is nothing to do
   */
  advice(): Promise<string | undefined>;
  /**
   * JSON Lines: a header, then the artifacts by id, each followed by its chunks and whole as it was at one moment.
   *
   * @throws TopicmillError `STORE_BUSY` when the store gets vectors of another model meanwhile; `STORE_DAMAGED` when an
   *   artifact cannot be read, unless damaged ones are left out
   */
  exportLines(options?: ExportOptions): AsyncIterable<string>;
  /**
   * Reads what `exportLines` wrote. An artifact is taken whole or not at all; one that is there already, by its id,
   * is left as it is if it is equal and replaced if not. Vectors are taken over when the model is the same, else made.
   *
   * @throws TopicmillError `ARTIFACT_EXPORT_INVALID` with the line; what was read before it stays
   */
  importLines(lines: AsyncIterable<string> | Iterable<string>, options?: IngestOptions): Promise<ImportReport>;
  close(): Promise<void>;
}

/** How far a call is. */
export interface StoreProgress {
  readonly phase: 'splitting' | 'embedding' | 'writing';
  readonly doneCount: number;
  readonly totalCount: number;
}

export interface IngestOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: StoreProgress) => void) | undefined;
}

/** `new`: was not there. `changed`: its text or what is known about it was replaced. `same`: nothing was written. */
export type IngestOutcome = 'new' | 'changed' | 'same';

export interface IngestResult {
  readonly artifact_id: string;
  readonly is_chunked: boolean;
  readonly num_chunks: number;
  /** Ids of the artifact and of its chunks. */
  readonly stored_ids: readonly string[];
  readonly outcome: IngestOutcome;
  /** Texts that went to the embedder. */
  readonly embedded_count: number;
  /** Chunks, or the whole text, whose vectors were there. */
  readonly reused_count: number;
}

/** What an ingest would do. */
export interface IngestPlan {
  readonly outcome: IngestOutcome;
  readonly token_count: number;
  readonly num_chunks: number;
  /** Texts that would go to the embedder. */
  readonly embedded_count: number;
}

/** From `from` up to and including `to`. */
export interface ChunkIndexRange {
  readonly from: number;
  readonly to: number;
}

export interface ListOptions {
  readonly filter?: ArtifactFilter | undefined;
  /** 1 to 10,000. Default: 100. */
  readonly limit?: number | undefined;
  /** Continue after this id. */
  readonly after?: string | undefined;
}

export interface ArtifactPage {
  readonly artifacts: readonly Artifact[];
  /** Give it as `after` for the next page; `undefined` on the last. */
  readonly next: string | undefined;
}

export interface ExportOptions {
  /** Leaves out damaged artifacts and reports each; without it, the first unreadable one ends the export. */
  readonly onDamaged?: ((problem: StoreProblem) => void) | undefined;
}

export interface ReindexOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: StoreProgress) => void) | undefined;
}

export interface ReindexReport {
  readonly model: string;
  readonly dimensions: number;
  /** Texts embedded by this call. */
  readonly embedded_count: number;
  /** Texts whose new vectors an earlier, interrupted call had made. */
  readonly resumed_count: number;
  /** Artifacts with other chunks than before. */
  readonly resplit_count: number;
}

/** What `verify` found. */
export interface StoreVerification {
  readonly ok: boolean;
  readonly problems: readonly StoreProblem[];
  /** Artifacts looked at, and those of them in which nothing is wrong. */
  readonly artifact_count: number;
  readonly intact_artifact_count: number;
  readonly chunk_count: number;
}

export interface StoreProblem {
  /** Artifact at fault; left out for a fault of the store itself. */
  readonly artifact_id?: string | undefined;
  /** What is wrong, in one sentence. */
  readonly message: string;
}

export interface StoreStats {
  readonly model: string | null;
  readonly dimensions: number | null;
  readonly artifact_count: number;
  readonly chunk_count: number;
  readonly token_count: number;
  /** Artifacts by type, sorted. */
  readonly artifact_types: Readonly<Record<string, number>>;
  readonly source_systems: Readonly<Record<string, number>>;
  /** Size of the store on disk. */
  readonly byte_count: number;
  /** A reindex that was begun and is not done. */
  readonly reindex: { readonly model: string; readonly done_count: number; readonly total_count: number } | null;
  /** What would make the store faster, in a sentence or two; left out where nothing would. */
  readonly remark?: string | undefined;
}

/** Size of a store on disk, in bytes. */
export interface VacuumReport {
  readonly bytes_before: number;
  readonly bytes_after: number;
}

export interface ImportReport {
  readonly new_count: number;
  readonly changed_count: number;
  readonly same_count: number;
  /** Texts that went to the embedder. */
  readonly embedded_count: number;
}
