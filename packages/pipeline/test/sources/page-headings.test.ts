import { expect, test } from 'vitest';
import { readPage } from '../../src/sources/page-facts.js';
import { pageHeadings } from '../../src/sources/page-headings.js';

const LENGTH = 100_000;
const BODY = { bodyOffset: 0, frontMatter: {} };

test.each([
  ['an empty heading', `#${' '.repeat(LENGTH)}\n`],
  ['a heading with a line separator', `#${' '.repeat(LENGTH)}x\u2028y\n`],
  ['calls of footnotes that never end', `# ${'[^a'.repeat(LENGTH / 3)}\n`],
])('%s of 100,000 characters is read in bounded time', { timeout: 10_000 }, (_, text) => {
  expect(pageHeadings(text, BODY, { style: 'github' })).toHaveLength(1);
});

test('a page of one heading and 100,000 spaces is read in bounded time', { timeout: 10_000 }, () => {
  const { source } = readPage('a.md', `# ${' '.repeat(LENGTH)}\n x`, { readable: (body) => body });
  expect(source.hasText).toBe(true);
});
