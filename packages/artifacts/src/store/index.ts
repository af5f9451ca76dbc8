export type {
  Artifact,
  ArtifactChunk,
  ArtifactInput,
  ArtifactMetadata,
  Attributes,
  ChunkMetadata,
  JsonValue,
} from './artifact.js';
export type {
  ArtifactFilter,
  ArtifactPage,
  ArtifactSearchMode,
  ArtifactStore,
  ChunkIndexRange,
  ContextJoining,
  ContextOptions,
  ExportOptions,
  ImportReport,
  IngestOptions,
  IngestOutcome,
  IngestPlan,
  IngestResult,
  ListOptions,
  ReindexOptions,
  ReindexReport,
  SearchAnswer,
  SearchHit,
  SearchOptions,
  StoreProblem,
  StoreProgress,
  StoreStats,
  StoreVerification,
} from './artifact-store.js';
export type { ArtifactEmbedder, ArtifactEmbedOptions } from './embedder.js';
export { type SignBits, signBits } from './sign-bits.js';
export type { ArtifactSplitter, ChunkRange, SplitText } from './splitter.js';
export { openSqliteStore, type SqliteStoreOptions } from './sqlite/open-sqlite-store.js';
export { readStoreModel } from './sqlite/read-store-model.js';
