export { checkPages } from './check-pages.js';
export { compareManifest, type ManifestComparison, type ReadPage } from './compare-manifest.js';
export { type ContinuityToken, type PageComment, readPageComment, tokenDifferences } from './continuity-token.js';
export { extractiveSummaries, type Summarize } from './extractive-summaries.js';
export type { PageJsonLd } from './json-ld.js';
export { modelSummaries, type SummaryModel } from './model-summaries.js';
export { pagesHtml } from './page-html.js';
export { countedIds, createdIds, numberedIds, type PageIds } from './page-ids.js';
export type { PageSetOrigin, Sha256 } from './page-set-hash.js';
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
export { verifyGraph } from './verify-graph.js';
