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
export type { ChooseEmbedder, Embedder } from './embedder.js';
export { openPostgresStore, type PostgresStoreOptions } from './postgres/open-postgres-store.js';
export { remarksOn } from './remarks-on.js';
export type {
  ArtifactFilter,
  ArtifactSearchMode,
  ContextJoining,
  ContextOptions,
  SearchAnswer,
  SearchHit,
  SearchOptions,
  SearchPlace,
} from './search-types.js';
export type { ArtifactSplitter, ChunkRange, SplitText } from './splitter.js';
export { openSqliteStore, type SqliteStoreOptions } from './sqlite/open-sqlite-store.js';
export type { StoreEvent } from './store-event.js';
