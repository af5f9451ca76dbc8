export type { BoundaryReason, Chunk, Chunking, ChunkingStrategy, ParentHeading, SourceDocument } from './chunk.js';
export { chunkFileText, trimBlankLines } from './chunk-text.js';
export {
  checkSemanticOptions,
  DEFAULT_MAX_TOKENS,
  DEFAULT_MIN_TOKENS,
  type SemanticOptions,
  type TailMode,
} from './semantic/options.js';
export { semanticStrategy } from './semantic/semantic-strategy.js';
