import { generatePageTests } from '@topicmill/test-support/generate';
import { loadTokenCounter } from '@topicmill/text/tokens';
import { expect, test } from 'vitest';
import { expectSameReading } from '../../../packages/pages/test/pagination/expect-same-reading.js';
import { splitPageTest } from '../src/pages/split-page-test.js';

const counter = await loadTokenCounter('cl100k_base');

test('every document of the test set: whole, within its size, read by remark as it was', async () => {
  let largest = 0;
  for (const pageTest of generatePageTests({ documentCount: 100, seed: 1, counter })) {
    const { text, maxTokens } = pageTest;
    largest = Math.max(largest, counter.count(text));
    const set = await splitPageTest(pageTest, counter);
    expect(set.pages.length).toBeGreaterThanOrEqual(4);
    for (const page of set.pages) {
      expect(page.tokenCount).toBe(counter.count(page.text));
      expect(page.tokenCount).toBeLessThanOrEqual(maxTokens);
    }
    expectSameReading(text, set);
  }
  expect(largest).toBeGreaterThan(150_000);
});
