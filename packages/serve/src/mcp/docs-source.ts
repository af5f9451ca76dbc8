import type { Docs, DocsLoader } from '@topicmill/search/retrieval';

/** Docs, and the files that they are read from. */
export interface OpenedDocs {
  readonly docs: Docs;
  readonly loader: DocsLoader;
}

/** Where a server takes docs from. */
export interface DocsSource {
  /** The docs as they are now; asked for each request. */
  open(): Promise<OpenedDocs>;
}
