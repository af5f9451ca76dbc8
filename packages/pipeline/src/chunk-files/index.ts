export { manifestChunkKeys, type PublishedPage } from './chunk-addresses.js';
export { chunkSource, hiddenTextDiagnostics, hiddenTextOf, isEstimateOff, strategyFor } from './chunk-source.js';
