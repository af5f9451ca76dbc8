export { countWords } from './count-words.js';
export {
  loadTokenCounter,
  loadTokenLocator,
  TOKEN_COUNTER_NAMES,
  type TokenCounterName,
} from './load-token-counter.js';
export type { LocatedTokens, TokenCounter, TokenLocator } from './token-counter.js';
