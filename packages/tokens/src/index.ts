export { countWords } from './count-words.js';
export { loadTokenCounter, TOKEN_COUNTER_NAMES, type TokenCounterName } from './load-token-counter.js';
export type { TokenCounter } from './token-counter.js';
