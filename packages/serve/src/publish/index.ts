export { type PublicationHead, parsePublicationAddress } from './publication.js';
export {
  type DocsToPublish,
  type PublishOptions,
  type PublishReport,
  publishDocs,
  unpublishDocs,
} from './publish-docs.js';
export { openPublishedDocs, type PublishedDocs } from './published-docs.js';
export type { PageToPublish, PublishedPage } from './published-page.js';
