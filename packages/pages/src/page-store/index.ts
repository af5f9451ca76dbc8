export type { IdForm } from './id-forms.js';
export { llmSummaries } from './llm-summaries.js';
export { type MadePages, type MakePagesInput, type MakePagesOptions, makePages } from './make-pages.js';
export { PageStore, type SetFiles } from './page-store.js';
export { type PublishedDocument, type PublishOptions, publishDocument } from './publish-document.js';
export { manifestPath, type PageSetReading, readPageSet } from './read-page-set.js';
export { joinedDocument, readPages, type StoredPage } from './read-pages.js';
export { type VerifiedPageSet, verifyPageSet } from './verify-page-set.js';
