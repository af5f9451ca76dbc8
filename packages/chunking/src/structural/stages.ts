/** The stages of the structural strategy, the public export `@topicmill/chunking/stages`, for pipelines that change one. */
export { assertOrFilterInvalid, type CheckContext, type CheckedRecords } from './assert-or-filter-invalid.js';
export { attachMetadata, type DocumentIdentity, type DraftContext, type DraftRecord } from './attach-metadata.js';
export { Breadcrumbs } from './breadcrumbs.js';
export { structuralOptions } from './chunk-options.js';
export type { FlatNode } from './flat-node.js';
export { flattenBlocks } from './flatten-blocks.js';
export { type NormalizedChunk, normalizeChunks } from './normalize-chunks.js';
export { addOverlap, type Overlap, type OverlapContext } from './overlaps.js';
export { type PackedChunk, type PackingLimits, packNodes } from './pack-nodes.js';
export { type ParsedMarkdown, parseMarkdown } from './parse-markdown.js';
export { type PieceSizes, type SplitContext, type SplitNodes, splitOversized } from './split-oversized.js';
