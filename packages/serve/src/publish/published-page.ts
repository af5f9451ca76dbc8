import type { SearchTopic } from '@topicmill/search/retrieval';

/** All that is published of a folder of a docs root. */
export interface PublishedPage {
  readonly title: string;
  /** Files other than the chunks, by path below the docs root. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** Left out for a category. */
  readonly topic?: SearchTopic | undefined;
  /** Keywords by chunk. */
  readonly keywords: readonly (readonly string[])[];
}

/** A folder of a docs root that is to be published. */
export interface PageToPublish {
  /** Path of the folder below the docs root. */
  readonly id: string;
  /** Of all that `load` gives. */
  readonly sha256: string;
  load(): Promise<PublishedPage>;
}

/** Rows that were written or removed, by table. */
export type RowCounts = Map<string, number>;
