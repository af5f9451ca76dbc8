export type { CacheMiss, EmbeddedText, MissReason } from './cache-entry.js';
export { type CacheKey, decodeFolderName, encodeFolderName } from './cache-key.js';
export { collectGarbage, type Garbage, type GarbageCollection, type IsNeeded } from './collect-garbage.js';
export {
  type EmbedRequest,
  type EmbedResult,
  embedWithCache,
} from './embed-with-cache.js';
export { type CacheRead, type EmbeddingCache, type ExpectedEntry, openEmbeddingCache } from './embedding-cache.js';
export {
  changedModel,
  compareWithStoredProbe,
  EMBED_AGAIN,
  keptProbe,
  PROBE_STRATEGY,
  refuseChangedModel,
} from './model-probe.js';
export { RecentVectors } from './recent-vectors.js';
export { bytesToVector, isFiniteVector, vectorToBytes } from './vector-bytes.js';
export {
  type CacheProblem,
  type CacheProblemKind,
  type CacheVerification,
  mixedLengths,
  verifyCache,
} from './verify-cache.js';
export { type CacheStats, cacheStats, type ModelStats } from './walk-cache.js';
