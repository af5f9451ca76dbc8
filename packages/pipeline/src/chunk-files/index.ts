export type { PublishedPage } from './chunk-addresses.js';
export { manifestChunkKeys } from './chunk-keys.js';
export { chunkSource, strategyFor } from './chunk-source.js';
export { hiddenTextDiagnostics, hiddenTextOf } from './hidden-text-of.js';
export { isEstimateOff } from './is-estimate-off.js';
