export { checkWholeSet } from './check-whole-set.js';
export type { IdForm } from './id-forms.js';
export { llmSummaries } from './llm-summaries.js';
export { type MadePages, makePages } from './make-pages.js';
export { PageStore } from './page-store.js';
export { publishDocument } from './publish-document.js';
export { manifestPath, readPageSet } from './read-page-set.js';
export { joinedDocument, readPages, type StoredPage } from './read-pages.js';
export { type VerifiedPageSet, verifyPageSet } from './verify-page-set.js';
