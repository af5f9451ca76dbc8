export {
  type AccessClient,
  AccessTokens,
  addToken,
  listTokens,
  RIGHTS,
  type Right,
  removeToken,
  tokensCommand,
} from './access-tokens.js';
export { RateLimit, type RateLimits } from './rate-limit.js';
