export {
  type AccessClient,
  AccessTokens,
  addToken,
  listTokens,
  RIGHTS,
  type Right,
  removeToken,
} from './access-tokens.js';
export { RateLimit, type RateLimits } from './rate-limit.js';
export { tokensCommand } from './tokens-command.js';
