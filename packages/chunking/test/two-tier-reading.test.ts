import { loadTokenCounter } from '@topicmill/text/tokens';
import { describe, expect, it } from 'vitest';
import { DEFAULT_TWO_TIER_OPTIONS, type TwoTierOptions, twoTierStrategy } from '../src/index.js';

const tokenCounter = await loadTokenCounter('wordpiece');

function chunk(text: string, file: string, options: Partial<TwoTierOptions> = {}) {
  const strategy = twoTierStrategy({ ...DEFAULT_TWO_TIER_OPTIONS, tokenCounter, ...options });
  return strategy.chunk({ text, file, docId: 'book', title: 'A Book' });
}

const TWO_HEADINGS = '# One\n\nSome text.\n\n12\n\n## Two\n\nMore text.\n';
const THREE_MARKS =
  '# run it\n\nThe first page ends here.\n\n- 1 -\n\n# stop it\n\nMore text.\n\n- 2 -\n\n# end\n\nEnd.\n';

describe('a book whose form is not that of its name', () => {
  it('warns that markdown with fewer than three headings is read as plain text', () => {
    const { headingSource, diagnostics } = chunk(TWO_HEADINGS, 'book.md');
    expect(headingSource).toBe('plain');
    expect(diagnostics).toMatchObject([
      {
        severity: 'warning',
        code: 'BOOK_READ_AS_PLAIN',
        file: 'book.md',
        message: expect.stringContaining('2 marked'),
      },
    ]);
  });

  it('warns that plain text with three marked lines is read as markdown, with the number of lines not removed', () => {
    const { headingSource, diagnostics, dropped } = chunk(THREE_MARKS, 'book.txt');
    expect({ headingSource, dropped }).toEqual({ headingSource: 'markdown', dropped: [] });
    expect(diagnostics).toMatchObject([
      { severity: 'warning', code: 'BOOK_READ_AS_MARKDOWN', message: expect.stringContaining('2 lines') },
    ]);
  });

  it.each([
    ['book.md', TWO_HEADINGS, { headings: 'markdown' }],
    ['book.md', TWO_HEADINGS, { headings: 'plain' }],
    ['book.txt', THREE_MARKS, { headings: 'plain' }],
    ['book.md', THREE_MARKS, {}],
    ['book.txt', 'Chapter 1\n\nText.\n', {}],
  ] as const)('says nothing where the way was chosen or fits: %s', (file, text, options) => {
    expect(chunk(text, file, options).diagnostics).toEqual([]);
  });

  it('removes boilerplate from markdown when asked to, but not from its code', () => {
    const text = `${THREE_MARKS}\n\`\`\`\n- 3 -\n\`\`\`\n`;
    const { dropped, sections, diagnostics } = chunk(text, 'book.txt', { boilerplate: 'drop' });
    expect(dropped.map(({ kind, line }) => [kind, line])).toEqual([
      ['page-number', 5],
      ['page-number', 11],
    ]);
    expect(sections.at(-1)!.text).toContain('- 3 -');
    expect(diagnostics.map(({ message }) => message).join()).not.toContain('not removed');
  });
});

describe('the heading path', () => {
  it('is plain text, in markdown and in the headers of tables', () => {
    const text = `# The \`cache\` *key*\n\n${'Some more text. '.repeat(8)}\n\n## [Limits](/limits)\n\n| **Key** | \`Value\` |\n| --- | --- |\n${'| a | b |\n'.repeat(6)}\n# ![logo](x.png)\n\nEnd.\n`;
    const { sections, headings } = chunk(text, 'book.md');
    expect(sections.map(({ heading_path }) => heading_path)).toEqual([
      ['The cache key'],
      ['The cache key', 'Limits', 'Key | Value'],
      ['![logo](x.png)'],
    ]);
    expect(headings.map((heading) => heading.text)).toEqual(['The cache key', 'Limits', '![logo](x.png)']);
    expect(sections[1]!.table_headers).toEqual(['Key | Value']);
  });
});

it('repeats no link definitions: they are no sentences', () => {
  const prose = (word: string) => Array.from({ length: 12 }, (_, i) => `The ${word} number ${i} is here.`).join(' ');
  const definitions = '[a]: https://example.com/a\n[b]: https://example.com/b\n';
  const limits = { sectionTokens: 110, sectionOverlap: 40, snippetTokens: 110, snippetOverlap: 40 };
  const text = `# One\n\n${prose('owl')}\n\n${definitions}\n${prose('fox')}\n`;
  const { sections } = chunk(text, 'book.md', { headings: 'markdown', ...limits });
  const repeated = sections.map(({ text: whole, start, end }) => whole.slice(0, whole.length - (end - start)));
  expect(sections.length).toBeGreaterThan(1);
  expect(repeated.filter((overlap) => overlap.includes(']:'))).toEqual([]);
});
