export type { CacheKey } from './cache-key.js';
export { type CacheStats, cacheStats, type ModelStats } from './cache-stats.js';
export { collectGarbage, type Garbage, type GarbageCollection, type IsNeeded } from './collect-garbage.js';
export {
  type EmbedRequest,
  type EmbedResult,
  embedWithCache,
} from './embed-with-cache.js';
export { type CacheRead, type EmbeddingCache, type ExpectedEntry, openEmbeddingCache } from './embedding-cache.js';
export { decodeFolderName, encodeFolderName } from './folder-name.js';
export {
  changedModel,
  compareWithKept,
  EMBED_AGAIN,
  keptProbe,
  PROBE_STRATEGY,
  refuseChangedModel,
} from './model-probe.js';
export type { CacheMiss, MissReason } from './read-entry.js';
export { RecentVectors } from './recent-vectors.js';
export { bytesToVector, isFiniteVector, vectorToBytes } from './vector-bytes.js';
export {
  type CacheProblem,
  type CacheProblemKind,
  type CacheVerification,
  mixedLengths,
  verifyCache,
} from './verify-cache.js';
export type { EmbeddedText } from './write-entry.js';
