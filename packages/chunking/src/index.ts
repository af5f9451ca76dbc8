export {
  type ArtifactPiece,
  type ArtifactSplit,
  type ArtifactStrategy,
  artifactChunkId,
} from './artifacts/artifact-chunk.js';
export { type ArtifactSizes, checkArtifactSizes, DEFAULT_ARTIFACT_SIZES } from './artifacts/artifact-sizes.js';
export type { Block, BlockFinder } from './artifacts/block.js';
export { chunkTokenWindow } from './artifacts/chunk-token-window.js';
export { joinWithBoundaries, mergeOverlaps, type PlacedText } from './artifacts/neighbor-text.js';
export { type ArtifactSplitOptions, splitArtifact } from './artifacts/split-artifact.js';
export type { BoundaryReason, Chunk, Chunking, ChunkingStrategy, ParentHeading, SourceDocument } from './chunk.js';
export { chunkFileText, trimBlankLines } from './chunk-text.js';
export { explainChunks, type StrategyChoice } from './explain/explain-chunks.js';
export type {
  Boundary,
  BoundaryRule,
  ChunkFlag,
  ChunkingExplanation,
  ExplainedChunk,
  LeftOutRange,
  SizePart,
} from './explain/explanation.js';
export { type SharedStarts, sharedStarts } from './explain/shared-starts.js';
export {
  type LangChainDocument,
  type LlamaIndexNode,
  type LlamaIndexRelated,
  toLangChainDocument,
  toLlamaIndexNode,
} from './records/adapters.js';
export type {
  ChunkRecord,
  RecordChunkingOptions,
  RecordMetadata,
  RecordSource,
  SourcePosition,
  TokenStats,
} from './records/chunk-record.js';
export { docNameOf, recordFileName } from './records/doc-name.js';
export {
  type MigratedRecord,
  type MigrationDefaults,
  migrateRecord,
  type UnfilledField,
} from './records/migrate-record.js';
export { chunkRecordJsonSchema, recordFaults } from './records/record-schema.js';
export {
  checkSemanticOptions,
  DEFAULT_MAX_TOKENS,
  DEFAULT_MIN_TOKENS,
  type SemanticOptions,
  type TailMode,
} from './semantic/options.js';
export { semanticStrategy } from './semantic/semantic-strategy.js';
export type { DroppedChunk, InvalidCode, InvalidMode } from './structural/assert-or-filter-invalid.js';
export { type ChunkedDocument, chunk, chunkSync } from './structural/chunk.js';
export type { ChunkOptions } from './structural/chunk-options.js';
export { type ChunkStreamOptions, chunkStream, DEFAULT_WINDOW_LENGTH } from './structural/chunk-stream.js';
export { firstTitle } from './structural/first-title.js';
export {
  type BreadcrumbMode,
  DEFAULT_STRUCTURAL_OPTIONS,
  STRUCTURAL_TOKEN_COUNTER,
  type StructuralOptions,
} from './structural/options.js';
export { structuralStrategy } from './structural/structural-strategy.js';
export type {
  BookChunks,
  BookDocument,
  BookReading,
  SectionGroup,
  StreamedBookDocument,
} from './two-tier/book-chunks.js';
export type {
  BookRecord,
  ContentHint,
  DroppedKind,
  DroppedLine,
  HeadingSource,
  Tier,
} from './two-tier/book-record.js';
export { bookRecordJsonSchema } from './two-tier/book-record-schema.js';
export {
  type BoilerplateMode,
  type ConceptFinder,
  DEFAULT_BOOK_TOKEN_COUNTER,
  DEFAULT_TWO_TIER_OPTIONS,
  type TierLimits,
  type TwoTierOptions,
} from './two-tier/options.js';
export { type TwoTierStrategy, twoTierStrategy } from './two-tier/two-tier-strategy.js';
export { typesenseSchema } from './two-tier/typesense-schema.js';
