/** What programs need that keep an index in a database, page by page. */
export { checkSearch, SEARCH_OPTIONS } from './check-arguments.js';
export { PageIndex, pagePrompts, pageRecord, pageVectors } from './page-index/open-page-index.js';
export type {
  Counts,
  IndexedPage,
  Occurrence,
  PageIndexHead,
  PageReads,
  PageStatistics,
  PageText,
  TermField,
  TextTerm,
} from './page-index/page-source.js';
export { PAGE_TERMS, type PageTerms, pageTerms } from './page-index/page-terms.js';
export { searchIndex } from './search.js';
export { vectorDimensions } from './search-index/vector-rows.js';
export { type KnownWord, MAX_WORDS } from './search-index/word-table.js';
