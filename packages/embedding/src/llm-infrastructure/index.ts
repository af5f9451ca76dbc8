export { createEmbedder, KNOWN_EMBEDDERS } from './create-embedder.js';
export { createTextGenerator, type GeneratorSettings } from './create-text-generator.js';
export type { EmbedderSettings } from './embedder-settings.js';
export { ENCODER_ADDRESS, ENCODER_FILES, type EncoderFile, encoderFolder } from './encoder-files.js';
export { isSoundAnswer, keepAnswers } from './kept-generator.js';
export type { EmbeddingEstimate, ModelEmbedder } from './model-embedder.js';
export { openEmbedder } from './open-embedder.js';
export { proxiedFetch } from './proxied-fetch.js';
export type { GeneratedText, Prompt, TextGenerator } from './text-generator.js';
