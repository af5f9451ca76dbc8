export type { PageToPublish } from './publication.js';
export { type DocsToPublish, type PublishReport, publishDocs, unpublishDocs } from './publish-docs.js';
export { openPublishedDocs } from './published-docs.js';
