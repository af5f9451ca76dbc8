import type { Docs } from '@topicmill/search/retrieval';
import type { WrittenQuestions } from '@topicmill/topics/formats';

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
  /** Where the server may have questions written. */
  readonly questions?: QuestionDesk | undefined;
}

/** Lists chunks without questions, and takes what a model or agent writes for them. */
export interface QuestionDesk {
  /**
   * @param below id of a topic or category; `''` for everything
   * @param limit chunks at most
   * @throws TopicmillError or FaultsError
   */
  todo(below: string, limit: number): Promise<Record<string, unknown>>;
  /** @throws TopicmillError or FaultsError */
  add(written: WrittenQuestions): Promise<Record<string, unknown>>;
}
