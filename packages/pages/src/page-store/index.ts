export { PageStore } from './page-store.js';
export { type IdForm, llmSummaries, type MadePages, makePages, publishDocument } from './publish-document.js';
export { joinedDocument, manifestPath, readPageSet, readPages, type StoredPage } from './read-pages.js';
export { checkWholeSet, type VerifiedPageSet, verifyPageSet } from './verify-page-set.js';
