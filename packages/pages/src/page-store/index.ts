export type { IdForm } from './id-forms.js';
export { llmSummaries } from './llm-summaries.js';
export { type MadePages, type MakePagesOptions, makePages } from './make-pages.js';
export { PageSetFolder, type SetFiles } from './page-set-folder.js';
export { type PublishedDocument, type PublishOptions, publishDocument } from './publish-document.js';
export {
  hasChecksum,
  manifestPath,
  type PageSetReading,
  readPageSet,
  verifyFiles,
} from './read-page-set.js';
export { joinedDocument, readPages, type StoredPage } from './read-pages.js';
