export { checkPages } from './check-pages.js';
export { type ContinuityToken, type PageComment, readPageComment } from './continuity-token.js';
export { extractiveSummaries, type Summarize } from './extractive-summaries.js';
export type { PageJsonLd } from './json-ld.js';
export { modelSummaries, type SummaryModel } from './model-summaries.js';
export { pagesHtml } from './page-html.js';
export { countedIds, createdIds, numberedIds, type PageIds } from './page-ids.js';
export { joinPages, type PageReading, readPage } from './page-text.js';
export {
  formatPagesManifest,
  type HtmlPages,
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
export { type Page, type PageSet, type Sha256, type SplitInput, splitDocument } from './split-document.js';
export { verifyGraph } from './verify-graph.js';
