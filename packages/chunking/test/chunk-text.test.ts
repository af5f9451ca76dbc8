import { expect, it } from 'vitest';
import { trimBlankLines } from '../src/index.js';

it.each([
  ['\n \n  a\n\nb  \n \n', '  a\n\nb  '],
  ['a \t', 'a \t'],
  ['\r\n\r\na\r\n\r\n', 'a'],
  ['a\r\rb\r', 'a\r\rb'],
  ['  a', '  a'],
  [' \n\t', ''],
  ['', ''],
])('%j without blank lines at its ends is %j', (text, trimmed) => {
  expect(trimBlankLines(text)).toBe(trimmed);
});

it.each(['\n', '\r\n', '\r', ' \r\n', '\u2028\n'])('any number of blank lines may be inside a text: %j', (lineEnd) => {
  const text = `a${lineEnd.repeat(200_000)}b`;
  expect(trimBlankLines(text)).toBe(text);
});
