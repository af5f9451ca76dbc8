import { expect, test } from 'vitest';
import { summaryPages } from '../../src/sites/summary.js';

const summaryPaths = (summary: string, path: string): string[] => [...summaryPages(summary, path).keys()];

const LINK = '- [Page](page.md)\n';

test('blank lines between links cost next to nothing, and change no link', () => {
  expect(
    summaryPaths(`# Summary\n${'\n'.repeat(2_000_000)}${LINK}${' \n'.repeat(1_000_000)}- [B](b.md)\n`, 'SUMMARY.md'),
  ).toEqual(['page.md', 'b.md']);
});

test.each([
  ['quotes', '> '],
  ['items', '- '],
  ['numbered items', '1. '],
  ['quotes without spaces', '>'],
])('%s inside each other on one line are refused with their line', (_, marker) => {
  expect(() => summaryPaths(`${LINK}\n${marker.repeat(200_000)}a\n`, 'guide/SUMMARY.md')).toThrow(
    expect.objectContaining({ code: 'CONFIG_INVALID', file: 'guide/SUMMARY.md', line: 3 }),
  );
  expect(summaryPaths(`${LINK}\n${marker.repeat(20)}a\n`, 'SUMMARY.md')).toEqual(['page.md']);
});

test('a file that is too long is refused before it is parsed', () => {
  expect(() => summaryPaths('['.repeat(2_000_001), 'SUMMARY.md')).toThrow(
    expect.objectContaining({ code: 'CONFIG_INVALID', line: 1, message: 'The file has more than 2000000 characters.' }),
  );
});

test('a rule of many dashes is no list', () => {
  expect(summaryPaths(`${LINK}\n${'-'.repeat(500)}\n\n- [B](b.md)\n`, 'SUMMARY.md')).toEqual(['page.md', 'b.md']);
});

test('titles are the texts of the first links, without their markup', () => {
  const summary =
    '# Book\n\n- [**Glazes** of `tin`](glazes.md)\n  - [Again](glazes.md)\n- [Kilns](./kilns/README.md#top)\n';
  expect([...summaryPages(summary, 'SUMMARY.md')]).toEqual([
    ['glazes.md', 'Glazes of tin'],
    ['kilns/README.md', 'Kilns'],
  ]);
});
