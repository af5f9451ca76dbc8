export { ANALYSIS, analyzeText, analyzeWords, wordsOf } from './analyze-text.js';
export {
  assembleContext,
  type Context,
  type ContextBudget,
  type ContextRequest,
  gatherContext,
  REMARKS_SHARE,
} from './assemble-context.js';
export type { ContextChunk, ContextDocs } from './context-candidates.js';
export { ChunkTexts } from './docs/chunk-texts.js';
export { type Fetch, fetchLoader } from './docs/fetch-loader.js';
export { isMissingFile } from './docs/is-missing-file.js';
export { readJoinedPage } from './docs/joined-page.js';
export { matchPrompts, type PromptMatch } from './docs/match-prompts.js';
export { MissingChunks, type MissingChunksJson } from './docs/missing-chunks.js';
export { type Docs, type OpenIndex, openDocs } from './docs/open-docs.js';
export { type ChunkFilter, type StripeRequest, takeStripe } from './docs/take-stripe.js';
export { type ByteRange, type DocsLoader, memoryLoader } from './docs-loader.js';
export { findSnippet, markPieces, type QueryTermMatcher, type SnippetPiece } from './find-snippet.js';
export { headingPath } from './heading-path.js';
export {
  type InstantOptions,
  type InstantPage,
  type InstantResponse,
  type InstantSearch,
  type InstantSection,
  openInstantSearch,
  type RefiningTools,
} from './instant-search.js';
export { oneASection } from './one-a-section.js';
export { openSearchIndex, type SearchIndex } from './open-search-index.js';
export type { Correction } from './ranking/query-words.js';
export { fuseRankings, type RankedKey } from './ranking/reciprocal-rank-fusion.js';
export type { RelatedWords } from './ranking/related-words.js';
export type { SearchMode } from './ranking/search-mode.js';
export { type DescribedTerm, readTermDescriptions, type TermDescriptions } from './ranking/term-descriptions.js';
export { questionReason, reasonsText } from './reasons-text.js';
export { type PublishedRows, Refinement } from './refinement.js';
export {
  hiddenTextWarning,
  MEANING_ONLY,
  type RemarksJson,
  relatedWordsText,
  remarksJson,
  remarksOn,
} from './remarks-on.js';
export { renderedMarkdown } from './rendered-text/rendered-markdown.js';
export { RESULT_FORMAT } from './result-format.js';
export { resultJson } from './result-json.js';
export { type ResultJson, relatedWordsSchema, resultJsonSchema, resultSchema } from './result-schema.js';
export {
  type EmbedQuery,
  matchedWords,
  type SearchMatch,
  type SearchOptions,
  type SearchResponse,
  type SearchResult,
  type WordKnowledge,
} from './search.js';
export { buildSearchIndex, type SearchIndexOptions } from './search-index/build-search-index.js';
export { hasContentName } from './search-index/content-name.js';
export {
  ALL_EDITIONS,
  type CurrentEditions,
  type Edition,
  type EditionFilter,
  Editions,
  type EditionTable,
  editionTable,
} from './search-index/editions.js';
export { MANIFEST_FILE, SEARCH_DIRECTORY } from './search-index/manifest.js';
export type { RefinementSource } from './search-index/refinement-files.js';
export type { IndexedChunk, SearchChunk, SearchQuestion, SearchTopic } from './search-index/search-topic.js';
export { readThesaurus, type Thesaurus, type ThesaurusEntry } from './search-index/thesaurus.js';
export { WordTerms } from './word-terms.js';
