export { type DocsToPublish, type PublishReport, publishDocs, unpublishDocs } from './publish-docs.js';
export { openPublishedDocs } from './published-docs.js';
export type { PageToPublish } from './published-page.js';
