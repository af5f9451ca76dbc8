export { packTokens } from './byte-pair-ranks.js';
export { countWords, wordsCounter } from './count-words.js';
export { loadCl100kBase } from './load-cl100k-base.js';
export {
  loadTokenCounter,
  loadTokenLocator,
  TOKEN_COUNTER_NAMES,
  type TokenCounterName,
} from './load-token-counter.js';
export {
  type LocatedTokens,
  type TextTokens,
  type TokenCounter,
  type TokenLocator,
  textTokens,
} from './token-counter.js';
