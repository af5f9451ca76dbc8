import { expect, test } from 'vitest';
import { readQaPairs } from '../../src/formats/qa-pairs.js';
import { formatTable, readTable } from '../../src/formats/table.js';
import { readBeginMark } from '../../src/formats/topic-spec/section-mark.js';

const SPACES = ' '.repeat(100_000);

test.each<[string, () => unknown, unknown]>([
  ['a mark', () => readBeginMark(`<!-- topicmill:begin keywords. ${SPACES}`), undefined],
  ['the second row of a table', () => readTable(['a|b', `-${SPACES}.`]), undefined],
  ['a cell', () => formatTable(['a'], [[`a\n${SPACES}b`]]), '| a |\n| --- |\n| a b |\n'],
  ['a question', () => readQaPairs(`Q:${SPACES}\u2028`, 'qa-pairs.md').pairs.length, 0],
])('100,000 spaces in %s are read in bounded time', { timeout: 10_000 }, (_, read, expected) => {
  expect(read()).toEqual(expected);
});
