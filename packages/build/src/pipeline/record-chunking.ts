/** What records take of chunking. It is imported when records are made: builds seldom do, and it is most of the code. */
export {
  chunk,
  DEFAULT_BOOK_TOKEN_COUNTER,
  DEFAULT_TWO_TIER_OPTIONS,
  docNameOf,
  firstTitle,
  twoTierStrategy,
} from '@topicmill/chunking';
