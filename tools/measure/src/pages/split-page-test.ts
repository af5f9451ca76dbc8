import { sha256Hex } from '@topicmill/base/files';
import { type PageSet, splitDocument } from '@topicmill/pages/pagination';
import type { PageTest } from '@topicmill/test-support/generate';
import type { TokenCounter } from '@topicmill/text/tokens';

/** The pages of a document of the test set, within its size. */
export function splitPageTest({ text, name, maxTokens }: PageTest, counter: TokenCounter): Promise<PageSet> {
  return splitDocument({
    text,
    file: name,
    baseUrl: 'https://example.com/handbook',
    limits: { maxTokens, overlapTokens: 0, allowsOversize: false },
    counter,
    sha256: sha256Hex,
  });
}
