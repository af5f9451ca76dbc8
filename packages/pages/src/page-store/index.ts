export { type IdForm, llmSummaries, type MadePages, makePages } from './make-pages.js';
export { PageStore } from './page-store.js';
export { joinedDocument, manifestPath, readPageSet, readPages, type StoredPage } from './read-pages.js';
export { checkWholeSet, type VerifiedPageSet, verifyPageSet } from './verify-page-set.js';
