export { checkPages } from './check-pages.js';
export { compareManifest, type ManifestComparison, type ReadPage, verifyGraph } from './compare-manifest.js';
export {
  type ContinuityToken,
  type PageComment,
  type PageJsonLd,
  readPageComment,
  tokenDifferences,
} from './continuity-token.js';
export { pagesHtml } from './page-html.js';
export { countedIds, createdIds, numberedIds, type PageIds, type PageSetOrigin, type Sha256 } from './page-ids.js';
export { joinPages, type PageReading, readPage } from './page-text.js';
export {
  formatPagesManifest,
  type HtmlPages,
  type ManifestContent,
  type ManifestPage,
  PAGES_MANIFEST,
  type PagesManifest,
  type PlainPages,
  pagesManifest,
  pagesManifestJsonSchema,
  pagesManifestSchema,
  type ReadManifest,
  readPagesManifest,
} from './pages-manifest.js';
export { MIN_PAGE_TOKENS, type PageLimits } from './plan-pages.js';
export { type Page, type PageSet, type SplitInput, splitDocument } from './split-document.js';
export { extractiveSummaries, modelSummaries, type Summarize, type SummaryModel } from './summaries.js';
