import { expect, test } from 'vitest';
import { parseMarkdown } from '../../src/structural/parse-markdown.js';

test('leaves out byte order mark and front matter, and keeps offsets and lines of the file', () => {
  const text = '\ufeff---\ntitle: x\n---\n\n# A\n\nb\n';
  const { bodyOffset, bodyLine, scan } = parseMarkdown(text);
  expect(text.slice(bodyOffset)).toBe('\n# A\n\nb\n');
  expect(scan.blocks.map(({ type, firstLine }) => [type, bodyLine + firstLine])).toEqual([
    ['heading', 5],
    ['paragraph', 7],
  ]);
});

test('a document without text has no blocks', () => {
  expect(parseMarkdown('---\na: 1\n---\n\n').scan.blocks).toEqual([]);
});
