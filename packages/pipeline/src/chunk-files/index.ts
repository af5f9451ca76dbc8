export { type ChunkedSource, chunkSource, strategyOf } from './chunk-source.js';
