import { dialectOf, scanMarkdown } from '@topicmill/text/markdown';
import { expect, test } from 'vitest';
import { parentHeadingsOf } from '../../src/verify/check-chunk-files.js';

const TEXT = '## Ware\n\nText.\n\n::: tip\n## Mind\n\nHot.\n:::\n\nMore.\n';

test('a container that starts with a heading has no parents of its level in the chunk that contains it', () => {
  const scan = scanMarkdown(TEXT, { bodyOffset: 0, dialect: dialectOf('vitepress', 'a.md') });
  const parentsAt = parentHeadingsOf(scan);
  const start = TEXT.indexOf('::: tip');
  const ware = { level: 2, text: 'Ware' };
  expect(parentsAt(start, TEXT.length)).toEqual([]);
  // A container that does not fit is read line by line, and its first line is not a heading.
  expect(parentsAt(start, TEXT.indexOf('Hot.'))).toEqual([ware]);
  expect(parentsAt(TEXT.indexOf('Text.'), start)).toEqual([ware]);
});

test('markup of several lines before a heading is no container of it', () => {
  const text = '## Ware\n\nText.\n\n[a]: https://a.example.org\n[b]: https://b.example.org\n\n## Mind\n\nHot.\n';
  const parentsAt = parentHeadingsOf(scanMarkdown(text, { bodyOffset: 0, dialect: dialectOf('mkdocs', 'a.md') }));
  expect(parentsAt(text.indexOf('[a]:'), text.length)).toEqual([{ level: 2, text: 'Ware' }]);
});
