export { EMBEDDING_DIMENSIONS, embedText, MODEL_REVISION, textPiecesOf } from './embed-text.js';
export { loadWordVectors, type WordVectors } from './load-word-vectors.js';
export { everydayWords, type NearWord, type NearWordFinder } from './near-words.js';
export { wordsByMeaning } from './words-by-meaning.js';
