export { EMBEDDING_DIMENSIONS, embedText, MODEL_REVISION, textPiecesOf } from './embed-text.js';
export { everydayWords } from './everyday-words.js';
export { loadWordVectors, type WordVectors } from './load-word-vectors.js';
export { embedByRows, type LoadableRows, rowsToPublish } from './published-rows.js';
