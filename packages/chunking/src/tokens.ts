/** The token counters, for those who install this package alone. */
export {
  loadTokenCounter,
  loadTokenLocator,
  type TextTokens,
  TOKEN_COUNTER_NAMES,
  type TokenCounter,
  type TokenCounterName,
  type TokenLocator,
  textTokens,
} from '@topicmill/text/tokens';
