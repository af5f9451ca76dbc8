import type { Docs } from '@topicmill/search/retrieval';

/** Docs that a server answers from. */
export interface OpenedDocs {
  readonly docs: Docs;
}

/** Where a server takes docs from. */
export interface DocsSource {
  /**
   * The docs as they are now; asked for each request.
   *
   * @throws TopicmillError when they cannot be read
   */
  open(): Promise<OpenedDocs>;
}
