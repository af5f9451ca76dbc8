import { TopicmillError } from '@topicmill/base/diagnostics';
import type { TokenCounter } from '@topicmill/text/tokens';
import { MAX_DOCUMENT_TOKENS, MIN_DOCUMENT_TOKENS, type PageTest, pageTest } from './page-test.js';

export interface PageTestOptions {
  readonly documentCount: number;
  /** A whole number. The same options give the same documents and questions. */
  readonly seed: number;
  readonly counter: TokenCounter;
}

/**
 * Documents of 1,000 to 200,000 tokens, each as many times as long as the one before, with 25 questions each.
 *
 * @throws TopicmillError `INVALID_OPTION` for fewer than two documents
 */
export function* generatePageTests({ documentCount, seed, counter }: PageTestOptions): Generator<PageTest> {
  if (documentCount < 2) {
    throw new TopicmillError('INVALID_OPTION', 'A test set has two documents or more.', { remedy: 'Ask for more.' });
  }
  const ratio = MAX_DOCUMENT_TOKENS / MIN_DOCUMENT_TOKENS;
  for (let index = 0; index < documentCount; index++) {
    const tokenCount = Math.round(MIN_DOCUMENT_TOKENS * ratio ** (index / (documentCount - 1)));
    yield pageTest(seed, index, tokenCount, counter);
  }
}
