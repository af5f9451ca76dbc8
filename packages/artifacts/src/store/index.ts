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
  ArtifactPage,
  ArtifactStore,
  ChunkIndexRange,
  ExportOptions,
  ImportReport,
  IngestOptions,
  IngestOutcome,
  IngestPlan,
  IngestResult,
  ListOptions,
  ReindexOptions,
  ReindexReport,
  StoreProblem,
  StoreProgress,
  StoreStats,
  StoreVerification,
  VacuumReport,
} from './artifact-store.js';
export type { ArtifactSplitter, ChunkRange, SplitText } from './passages.js';
export { openPostgresStore, type PostgresStoreOptions } from './postgres/postgres-store.js';
export { remarksOn } from './search-artifacts.js';
export type {
  ArtifactFilter,
  ArtifactSearchMode,
  ContextJoining,
  ContextOptions,
  SearchAnswer,
  SearchHit,
  SearchOptions,
  SearchPlace,
} from './search-options.js';
export { openSqliteStore, type SqliteStoreOptions } from './sqlite/sqlite-store.js';
export type { ChooseEmbedder, Embedder, StoreEvent } from './store-options.js';
