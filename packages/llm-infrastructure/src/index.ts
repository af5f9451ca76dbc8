export { createEmbedder, KNOWN_EMBEDDERS } from './create-embedder.js';
export type { Embedder, EmbeddingEstimate, EmbedOptions } from './embedder.js';
export type { EmbedderSettings } from './embedder-settings.js';
