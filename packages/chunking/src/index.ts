export {
  type ArtifactPiece,
  type ArtifactSizes,
  type ArtifactSplit,
  artifactChunkId,
  type Block,
  checkArtifactSizes,
  DEFAULT_ARTIFACT_SIZES,
  joinWithBoundaries,
  mergeOverlaps,
  type PlacedText,
} from './artifacts/artifact-chunk.js';
export { labelOf } from './artifacts/block-labels.js';
export { type ChatMessage, chatMessages, isVoiceName } from './artifacts/speaker-turns.js';
export { splitArtifact } from './artifacts/split-artifact.js';
export type { Chunk, Chunking, ChunkingStrategy, ParentHeading, SourceDocument } from './chunk.js';
export { chunkFileText, trimBlankLines } from './chunk-text.js';
export { explainChunks } from './explain/explain-chunks.js';
export {
  type Boundary,
  type ChunkingExplanation,
  type ExplainedChunk,
  ruleName,
  type SharedRow,
  sharedRows,
  sharedStarts,
} from './explain/explanation.js';
export {
  type LangChainDocument,
  type LlamaIndexNode,
  toLangChainDocument,
  toLlamaIndexNode,
} from './records/adapters.js';
export {
  type MigratedRecord,
  migrateRecord,
} from './records/migrate-record.js';
export {
  type ChunkRecord,
  chunkRecordJsonSchema,
  docNameOf,
  type RecordMetadata,
  recordFaults,
  recordFileName,
} from './records/record-schema.js';
export type { SemanticOptions } from './semantic/options.js';
export { semanticStrategy, structuralStrategy, twoTierStrategy } from './strategies/create-strategy.js';
export {
  type LoadedStrategy,
  loadStrategy,
  readKey,
  STRATEGIES,
  STRATEGY_NAMES,
  type StrategyChoice,
  type StrategyName,
  strategyHelp,
  strategyNamed,
} from './strategies/index.js';
export { strategyKey, withDefaults } from './strategies/strategy.js';
export type { DroppedChunk } from './structural/assert-or-filter-invalid.js';
export { type ChunkedDocument, chunk, chunkSync, firstTitle } from './structural/chunk.js';
export type { ChunkOptions } from './structural/chunk-options.js';
export { type ChunkStreamOptions, chunkStream } from './structural/chunk-stream.js';
export type { BreadcrumbMode, StructuralOptions } from './structural/options.js';
export {
  type BookChunks,
  type BookReading,
  type BookRecord,
  bookRecordJsonSchema,
  type HeadingSource,
  type SectionGroup,
  typesenseSchema,
} from './two-tier/book-record-schema.js';
export type { BoilerplateMode, ConceptFinder, TwoTierOptions } from './two-tier/options.js';
export { DEFAULT_TWO_TIER_OPTIONS } from './two-tier/two-tier.js';
