import { expect, test } from 'vitest';
import { normalizeChunks } from '../../src/structural/normalize-chunks.js';
import { chunksOf, overlapping } from './staged.js';

function contents(texts: readonly string[]): string[] {
  const { text, chunks } = chunksOf(texts);
  return normalizeChunks(chunks, overlapping(texts), text).map(({ content }) => content);
}

test('joins overlap and own text by a blank line', () => {
  expect(contents(['One is.', 'Two is.'])).toEqual(['One is.', 'One is.\n\nTwo is.']);
});

test('every line end becomes a line feed, and the range stays that of the source', () => {
  const { text, chunks } = chunksOf(['a\r\nb\rc  ']);
  const [chunk] = normalizeChunks(chunks, [{ text: '', tokenCount: 0, isCut: false, startOffset: -1 }], text);
  expect(chunk).toMatchObject({ content: 'a\nb\nc  ', startOffset: 0, endOffset: text.length });
});

test('keeps indentation and blank lines inside', () => {
  expect(contents(['    code\n\n    more'])).toEqual(['    code\n\n    more']);
});

test('closes a fence that is open where the chunk ends', () => {
  expect(contents(['```js\na();'])).toEqual(['```js\na();\n```']);
});
