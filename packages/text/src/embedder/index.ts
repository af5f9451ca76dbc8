export { type Embedder, type EmbedOptions, labelOf } from './embedder.js';
