import { describe, expect, test } from 'vitest';
import { findHiddenText } from '../../src/hidden-text/index.js';
import { findLinks, scanBlocks, scanLines, scanMarkdown } from '../../src/markdown/index.js';
import { splitExplicitId } from '../../src/slugs/page-anchors.js';

const MEGABYTE = 1_000_000;

/** Texts that make a scan quadratic when it looks at anything twice; one that is linear takes milliseconds. */
const ADVERSARIAL: Record<string, string> = {
  'nested quotes on one line': `${'> '.repeat(MEGABYTE / 2)}a`,
  'nested quotes on every line': `${'> '.repeat(10_000)}a\n`.repeat(100),
  'nested list items on one line': `${'- '.repeat(MEGABYTE / 2)}a`,
  'nested list items of three markers': `${'- * + '.repeat(MEGABYTE / 6)}a`,
  'nested list items and blank lines': `${'- '.repeat(100)}a${'\n'.repeat(MEGABYTE)}`,
  'almost a thematic break': `${'* '.repeat(MEGABYTE / 2)}*a`,
  'one line of backticks': '`'.repeat(MEGABYTE),
  'lines of three backticks and one more': '```a`\n'.repeat(MEGABYTE / 6),
  headings: '# h\n'.repeat(100_000),
  'underlined headings': 'a\n=\n'.repeat(250_000),
  'headings that close with many hashes': `# ${'# '.repeat(MEGABYTE / 2)}a\n`,
  'a paragraph of one line feed after another line': 'a\n'.repeat(MEGABYTE / 2),
  'lone carriage returns': '\r'.repeat(MEGABYTE),
  'carriage returns and no line feed': 'a\r'.repeat(MEGABYTE / 2),
  'comments that never end': '<!--\n\n'.repeat(MEGABYTE / 6),
  'declarations that never end': '<!a\n'.repeat(MEGABYTE / 4),
  'raw tags that never end': '<pre>\n</\n'.repeat(MEGABYTE / 9),
  'attributes without an end': `<a ${'b '.repeat(MEGABYTE / 2)}`,
  'attribute values without an end': `<a ${'b="" '.repeat(MEGABYTE / 5)}"`,
  spaces: `${' '.repeat(MEGABYTE)}a`,
  'spaces in nested containers': `${'- '.repeat(100)}${' '.repeat(MEGABYTE)}a`,
  'tabs in nested containers': `${'> '.repeat(100)}${'\t'.repeat(MEGABYTE)}a`,
  'link definitions in one paragraph': '[a]: b\n'.repeat(MEGABYTE / 7),
  'underlined headings in a quote': `${'> a\n'.repeat(MEGABYTE / 5)}> =\n`,
  'link definitions before underlines': '[a]: b\n=\n'.repeat(MEGABYTE / 9),
  'link definitions before one underline': `${'[a]: b\n'.repeat(MEGABYTE / 7)}=\n`,
  'link titles that never end': `${'[a]: b (\n'.repeat(MEGABYTE / 9)}=\n`,
  'link titles on lines of their own': `${"[a]: b\n'\n".repeat(MEGABYTE / 9)}=\n`,
  'labels that never end': `${'[a\n'.repeat(MEGABYTE / 3)}=\n`,
  'footnote labels that never end': `[^${'a'.repeat(MEGABYTE)}`,
  'nested footnotes': '[^a]: '.repeat(MEGABYTE / 6),
  'rows that may be the header of a table': 'a | b\n| - |\n'.repeat(MEGABYTE / 12),
  'delimiter rows': '|-|\n'.repeat(MEGABYTE / 4),
};

describe('a megabyte of', () => {
  test.each(Object.entries(ADVERSARIAL))('%s', (_, text) => {
    expect(scanLines(text).starts.at(-1)).toBe(text.length);
    expect(scanBlocks(text).starts.at(-1)).toBe(text.length);
  });
});

test('counts 100,000 headings', () => {
  const { headings } = scanLines(ADVERSARIAL['headings']!);
  expect(headings.length).toBe(100_000);
  expect(headings.at(-1)).toEqual({ line: 99_999, lineCount: 1, level: 1, text: 'h' });
});

test('takes containers nested more than 100 deep for text', () => {
  expect(scanLines(`${'> '.repeat(100)}\`\`\``).fences.length).toBe(1);
  expect(scanLines(`${'> '.repeat(101)}\`\`\``).fences.length).toBe(0);
});

/** In units: what is quadratic takes a minute. */
const LONG = 300_000;

describe('findings and anchors of', () => {
  test.each([
    ['an underlined heading with a gap of white space', `a${' '.repeat(LONG)}b\n===\n`],
    ['a heading with a gap of white space', `# a${' '.repeat(LONG)}b\n`],
    ['comments that are never closed', `style = hidden\n\n${'<!--'.repeat(LONG)}`],
    ['comments of components that are never closed', `<!-- a -->\n\n${'{/* */ '.repeat(LONG)}`],
  ])('%s', (_, text) => {
    expect(scanBlocks(text).starts.at(-1)).toBe(text.length);
    expect(findHiddenText(text, 0).every(({ start, end }) => start < end)).toBe(true);
  });

  test.each(['docusaurus', 'attributes', 'python', 'kramdown'] as const)('headings for %s', (syntax) => {
    const long = `a${' '.repeat(LONG)}b`;
    expect(splitExplicitId(long, syntax)).toEqual({ text: long, id: undefined });
    const gap = `a${' '.repeat(1900)}b`;
    for (let i = 0; i < 2000; i++) expect(splitExplicitId(gap, syntax).id).toBeUndefined();
    const ambiguous = `a {${'.a'.repeat(40)} b}`;
    expect(splitExplicitId(ambiguous, syntax).text).toMatch(/^a/);
  });

  test('runs of backticks', () => {
    expect(findLinks(`[a](b) ${'`'.repeat(LONG)} [c](d)`).map(({ destination }) => destination)).toEqual(['b', 'd']);
  });
});

describe('100,000 characters in a dialect, in bounded time', () => {
  test.each([
    ['spaces of a shortcode', `{{<-${' '.repeat(100_000)}`, { template: 'hugo' }],
    ['the name of a shortcode', `{{< ${'a'.repeat(100_000)}`, { template: 'hugo' }],
    ['spaces of a tag', `{%-${' '.repeat(100_000)}`, { template: 'liquid' }],
    ['spaces of an inclusion', `<<< a${' '.repeat(100_000)}.`, { inclusions: 'vitepress' }],
    ['the path of an inclusion', `{{#include ${'a'.repeat(100_000)}`, { inclusions: 'mdbook' }],
    ['the name of a container', `:::${'a'.repeat(100_000)}\u2028x`, { directives: 'colons' }],
  ] as const)('%s', { timeout: 10_000 }, (_, text, dialect) => {
    expect(scanMarkdown(text, { bodyOffset: 0, dialect: dialect as never }).headings).toEqual([]);
  });
});

describe('names that no pattern can be made of', () => {
  const name = 'a'.repeat(200_000);

  test('a shortcode of Hugo with a language', () => {
    const text = `{{< ${name} lang=go >}}\n# h\n{{< /${name} >}}\n`;
    expect(scanMarkdown(text, { bodyOffset: 0, dialect: { template: 'hugo' } as never }).starts.at(-1)).toBe(
      text.length,
    );
  });

  test('an element that is hidden', () => {
    const [found] = findHiddenText(`<${name} hidden>Two words</${name}>\n`, 0);
    expect(found).toMatchObject({ kind: 'hidden-html', start: 0 });
  });
});

test('elements that are hidden and never closed', () => {
  const text = '<template>a\n'.repeat(LONG / 12);
  expect(findHiddenText(text, 0).length).toBeLessThan(LONG / 12);
});
