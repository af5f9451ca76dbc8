import { createHash } from 'node:crypto';
import { splitDocument } from '@topicmill/pages/pagination';
import { loadTokenCounter } from '@topicmill/text/tokens';
import { oneLine } from '@topicmill/text/white-space';
import { expect, test } from 'vitest';
import { generatePageTests, type PageTest } from '../src/generate/index.js';

const counter = await loadTokenCounter('cl100k_base');

/** The documents of a set of 30 that are small enough for a quick test. */
function smallTests(seed: number): PageTest[] {
  const tests: PageTest[] = [];
  for (const test of generatePageTests({ documentCount: 30, seed, counter })) {
    if (tests.length === 12) break;
    tests.push(test);
  }
  return tests;
}

test('the same seed gives the same documents and questions, another one others', () => {
  const [first] = smallTests(1);
  expect(smallTests(1)[0]).toEqual(first);
  expect(smallTests(2)[0]!.text).not.toBe(first!.text);
});

test('documents grow from a thousand tokens on, and look like documents', () => {
  const tests = smallTests(3);
  const sizes = tests.map(({ text }) => counter.count(text));
  expect(sizes[0]).toBeGreaterThan(900);
  expect(sizes[0]).toBeLessThan(1_500);
  expect(sizes.at(-1)).toBeGreaterThan(6_000);
  for (const { text } of tests) {
    for (const part of [
      /^# /m,
      /^## /m,
      /^\| --- \|/m,
      /^- /m,
      /^```toml/m,
      /^\[\^start-/m,
      /\]\(#/,
      /^\[guide-1\]: /m,
    ]) {
      expect(text).toMatch(part);
    }
  }
});

test('25 different questions a document, none of which one page answers', async () => {
  for (const { text, name, maxTokens, questions } of smallTests(4)) {
    expect(new Set(questions.map(({ question }) => question)).size).toBe(25);
    const { pages } = await splitDocument({
      text,
      file: name,
      baseUrl: 'https://example.com',
      limits: { maxTokens, overlapTokens: 0, allowsOversize: false },
      counter,
      sha256: (content) => createHash('sha256').update(content).digest('hex'),
    });
    expect(pages.length).toBeGreaterThanOrEqual(4);
    const lines = pages.map((page) => oneLine(page.text));
    for (const { required } of questions) {
      const passages = required.map(oneLine);
      for (const passage of passages) expect(oneLine(text)).toContain(passage);
      expect(lines.filter((line) => passages.every((passage) => line.includes(passage)))).toEqual([]);
    }
  }
});
