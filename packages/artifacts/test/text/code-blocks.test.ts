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

/** One line per block, with its first and last line, indented by depth. */
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

test('blocks are in order, one inside the other, whatever the text', async () => {
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
  'text that is not code has no blocks',
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

const MINIFIED = `!function(e,t){"use strict";function n(e){return e&&e.length>0?e.map(function(e){return e*2}):[]}var r=function(e,t){var n=0;for(var r=0;r<e.length;r++)n+=e[r]*t;return n},o=(e,t)=>{let n=e.split(",");return n.filter(e=>e!==t).join(";")};class i{constructor(e){this.v=e}get(){return this.v}}${'function a(e){return e.replace(/x/g,"y")}'.repeat(60)}t.out={n,r,o,i}}(this,window);`;

test('a minified source is told by its statements, and cut between its functions', async () => {
  const { language, blocks } = await findCodeBlocks(MINIFIED);
  expect(language).toBe('javascript');
  const starts = allBlocks(blocks).map(({ startChar }) => MINIFIED.slice(startChar, startChar + 12));
  expect(starts).toContain('function n(e');
  expect(starts).toContain('function(e,t');
  expect(starts).toContain('class i{cons');
  const split = await artifactSplitter({ singlePieceMaxTokens: 100, targetTokens: 100, overlapTokens: 10 });
  const { strategy, chunks } = await split(MINIFIED, 'code');
  expect(strategy).toBe('code-blocks');
  const cut = chunks.filter(
    ({ startChar }) => !/^(?:!?function|class|\(e|[;,]|t\.out|var|"use)/.test(MINIFIED.slice(startChar)),
  );
  expect(cut).toEqual([]);
});

test.each([
  [
    'java',
    'package a.b;import java.util.List;public class C{private int v;public C(int v){this.v=v;}@Override public String toString(){return "C";}public static int sum(List<Integer> l){int s=0;for(int i:l)s+=i;return s;}}',
  ],
  [
    'go',
    'package main;import "fmt";type S struct {n int};func (s *S) Add(k int) int {s.n += k;return s.n};func main() {s := S{};fmt.Println(s.Add(3))}',
  ],
])('%s on one line is known', async (name, text) => {
  expect((await findCodeBlocks(text.padEnd(450, ' '))).language).toBe(name);
});
