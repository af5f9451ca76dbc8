import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Block } from '@topicmill/chunking';
import { loadTokenLocator } from '@topicmill/text/tokens';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { artifactSplitter, findCodeBlocks } from '../../src/text/index.js';

const FIXTURES = join(import.meta.dirname, 'fixtures', 'code');
const languages = readdirSync(FIXTURES);
const inputOf = (language: string) => readFileSync(join(FIXTURES, language, 'input.txt'), 'utf8');

/** A line a block, with its first and last line, indented by depth. */
function outline(text: string, blocks: readonly Block[], indent = ''): string {
  const shown = blocks.map(({ startChar, endChar, inner = [] }) => {
    const lines = text.slice(startChar, endChar).trim().split(/\r?\n/);
    return `${indent}${lines[0]}${lines.length > 1 ? ` … ${lines.at(-1)}` : ''}\n${outline(text, inner, `${indent}    `)}`;
  });
  return shown.join('');
}

test.each(languages)('%s: is known by its text, and its blocks are those of expected.txt', async (name) => {
  const text = inputOf(name);
  const { language, blocks } = await findCodeBlocks(text);
  expect(language).toBe(name);
  expect(outline(text, blocks)).toBe(readFileSync(join(FIXTURES, name, 'expected.txt'), 'utf8'));
});

/** Every block at any depth. */
function allBlocks(blocks: readonly Block[]): Block[] {
  return blocks.flatMap((block) => [block, ...allBlocks(block.inner ?? [])]);
}

test.each(languages)('%s: whatever the size, no function or class that fits is cut', async (name) => {
  const text = inputOf(name);
  const tokens = await loadTokenLocator('cl100k_base');
  const blocks = allBlocks((await findCodeBlocks(text)).blocks);
  for (const targetTokens of [10, 20, 40, 80, 160]) {
    const overlapTokens = Math.floor(targetTokens / 9);
    const split = await artifactSplitter({ singlePieceMaxTokens: 0, targetTokens, overlapTokens });
    const { chunks, strategy } = await split(text, 'code');
    expect(strategy).toBe('code-blocks');
    const cuts = chunks.flatMap(({ startChar, endChar }) => [startChar, endChar]);
    for (const { startChar, endChar } of blocks) {
      if (tokens.count(text, startChar, endChar) > targetTokens) continue;
      const inside = cuts.filter((cut) => cut > startChar && cut < endChar);
      expect(inside, `${targetTokens}: ${text.slice(startChar, endChar)}`).toEqual([]);
    }
  }
});

function expectNested(blocks: readonly Block[], start: number, end: number): void {
  let covered = start;
  for (const { startChar, endChar, inner = [] } of blocks) {
    expect(startChar).toBeGreaterThanOrEqual(covered);
    expect(endChar).toBeGreaterThan(startChar);
    expectNested(inner, startChar, endChar);
    covered = endChar;
  }
  expect(covered).toBeLessThanOrEqual(end);
}

const LINE = fc.oneof(
  fc.constantFrom(...languages.flatMap((language) => inputOf(language).split('\n'))),
  fc.constantFrom('"😀漢字"', '\0', '\ud83d', '\ude00', '{', '}', '\r', '// é\u0301'),
);

test('blocks stand in order, one inside the other, whatever the text', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(LINE, { maxLength: 30 }), async (lines) => {
      const text = lines.join('\n');
      const { blocks } = await findCodeBlocks(text);
      expectNested(blocks, 0, text.length);
    }),
    { numRuns: 150 },
  );
});

test('offsets are UTF-16, with a NUL, an emoji and a lone surrogate before them', async () => {
  const text = '// \0 😀 \ud83d é\nconst a = "漢";\n\nfunction named() {\n  return a;\n}\n'.repeat(2);
  const { blocks } = await findCodeBlocks(text);
  expect(blocks.map(({ startChar, endChar }) => text.slice(startChar, endChar).trim().split('\n')[0])).toEqual([
    '// \0 😀 \ud83d é',
    'function named() {',
    '// \0 😀 \ud83d é',
    'function named() {',
  ]);
});

test.each(['', 'Dear Ann,\n\nthank you for your letter.\n', '{"a": [1, 2, 3]}', 'x'.repeat(100_000)])(
  'text that is no code has no blocks',
  async (text) => {
    expect(await findCodeBlocks(text)).toEqual({ language: undefined, blocks: [] });
  },
);

test('CRLF changes nothing but the line ends', async () => {
  for (const language of languages) {
    const text = inputOf(language);
    const crlf = text.replaceAll('\n', '\r\n');
    const found = await findCodeBlocks(crlf);
    expect(outline(crlf, found.blocks), language).toBe(outline(text, (await findCodeBlocks(text)).blocks));
  }
});
