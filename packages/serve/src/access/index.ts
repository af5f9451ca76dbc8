export {
  type AccessClient,
  type AccessRight,
  AccessTokens,
  addToken,
  listTokens,
  RIGHTS,
  removeToken,
  tokensCommand,
} from './access-tokens.js';
export { RateLimit, type RateLimits } from './rate-limit.js';
