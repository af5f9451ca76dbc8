import { loadTokenCounter } from '@topicmill/text/tokens';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { joinPages, type PageSet } from '../../src/pagination/index.js';
import { expectSameReading } from './expect-same-reading.js';
import { documents } from './generated-documents.js';
import { readPages, split } from './split-markdown.js';

const RUNS = { numRuns: 40 };

function everyDocument(check: (text: string, set: PageSet) => void, overlapTokens = 0): Promise<void> {
  return fc.assert(
    fc.asyncProperty(documents(250), async (text) => {
      check(text, await split(text, { overlapTokens }));
    }),
    RUNS,
  );
}

test.each(['cl100k_base', 'o200k_base', 'words'])('no page has more tokens of %s than it may', async (name) => {
  const counter = await loadTokenCounter(name);
  await fc.assert(
    fc.asyncProperty(documents(250), async (text) => {
      for (const page of (await split(text, {}, { counter })).pages) {
        expect(page.tokenCount).toBe(counter.count(page.text));
        if (!page.isOversize) expect(page.tokenCount).toBeLessThanOrEqual(300);
      }
    }),
    { numRuns: 20 },
  );
});

test('pages, joined again, are the document, and remark reads their blocks, references and footnotes as it did', async () => {
  await everyDocument(expectSameReading);
});

test('so it does where a page ends after a fence that its list item ends', async () => {
  const long = 'Words that fill a page, one after the other. '.repeat(25);
  const text = `* x\n  ~~~\n  ${long}\n\n> ${long}\n`;
  const set = await split(text);
  expect(set.pages).toHaveLength(2);
  expectSameReading(text, set);
});

test('so they are with an overlap, which is no part of the document', async () => {
  await everyDocument((text, set) => {
    expect(joinPages(readPages(set))).toBe(text);
    expect(set.diagnostics).toEqual([]);
  }, 15);
});

test('the same document gives the same pages', async () => {
  await fc.assert(
    fc.asyncProperty(documents(60), async (text) => {
      expect(await split(text)).toEqual(await split(text));
    }),
    { numRuns: 20 },
  );
});
