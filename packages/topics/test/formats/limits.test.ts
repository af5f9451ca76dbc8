import { expect, test } from 'vitest';
import { describeReference } from '../../src/formats/describe-reference.js';
import { readQaPairs } from '../../src/formats/qa-pairs.js';
import { formatTable, readTable } from '../../src/formats/table.js';
import { markSection, readBeginMark, splitTopicSpec } from '../../src/formats/topic-spec/generated-sections.js';

const BLANK_LINES = '\r\n'.repeat(60);
const EDITED = markSection('keywords', 'a').replace('<!-- topicmill:end', 'mine\n<!-- topicmill:end');

test('a section with a line written by hand, sixty blank lines with CRLF and text is read in bounded time', () => {
  const { authored, moved } = splitTopicSpec(`# A\r\n\r\n${EDITED}${BLANK_LINES}Text.\r\n`, 'topic-spec.md');
  expect(moved).toHaveLength(1);
  expect(authored.join('')).toContain(`${BLANK_LINES}Text.`);
});

test('a hundred thousand blocks of comments before the first paragraph take bounded time', { timeout: 10_000 }, () => {
  expect(describeReference(`# A\n\n${'<!-- b -->\n\n'.repeat(100_000)}So.\n`, 'a').description).toBe('So.');
});

const SPACES = ' '.repeat(100_000);

test.each<[string, () => unknown, unknown]>([
  ['a mark', () => readBeginMark(`<!-- topicmill:begin keywords. ${SPACES}`), undefined],
  ['the second row of a table', () => readTable(['a|b', `-${SPACES}.`]), undefined],
  ['a cell', () => formatTable(['a'], [[`a\n${SPACES}b`]]), '| a |\n| --- |\n| a b |\n'],
  ['a question', () => readQaPairs(`Q:${SPACES}\u2028`, 'qa-pairs.md').pairs.length, 0],
])('100,000 spaces in %s are read in bounded time', { timeout: 10_000 }, (_, read, expected) => {
  expect(read()).toEqual(expected);
});
