/** What programs need that keep an index in a database, page by page. */
export { checkSearch, SEARCH_OPTIONS } from './check-arguments.js';
export { isIndexedText } from './docs/missing-chunks.js';
export { mergePages } from './page-index/merge-pages.js';
export { type NumberedPage, type NumberedPages, PageNumberer } from './page-index/numbered-page.js';
export { type Occurrence, occurrencesByField, occurrencesOf } from './page-index/occurrence-lists.js';
export { columnsOfPages, countPair, PageIndex } from './page-index/open-page-index.js';
export { pagePrompts, pageRecord, pageVectors } from './page-index/page-parts.js';
export type {
  Counts,
  DocumentNumber,
  IndexedPage,
  Occurrences,
  PageIndexHead,
  PageReads,
  PageStatistics,
  PageText,
  TakePart,
  TermField,
  TermOccurrences,
  TextTerm,
} from './page-index/page-source.js';
export { PAGE_TERMS, type PageTerms, pageTerms } from './page-index/page-terms.js';
export { Segment } from './page-index/segment.js';
export { SEGMENT_VERSION } from './page-index/segment-bytes.js';
export { type LiveSegment, openSegments, type SegmentIndex } from './page-index/segment-index.js';
export { writeSegment } from './page-index/segment-writer.js';
export { searchIndex } from './search.js';
export { readManifest as readSearchManifest } from './search-index/manifest.js';
export type { TopicRecord } from './search-index/topic-blocks.js';
export { vectorDimensions } from './search-index/vector-rows.js';
export { type KnownWord, MAX_WORDS } from './search-index/word-table.js';
