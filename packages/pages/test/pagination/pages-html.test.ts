import { expect, test } from 'vitest';
import { pagesHtml } from '../../src/pagination/index.js';
import { split } from './split-markdown.js';

const FILLER = `${'word '.repeat(150)}.\n\n`;

/** HTML of the pages of a text, in reading order. */
async function htmlOf(text: string, limits = {}): Promise<string[]> {
  const { pages } = await split(text, limits);
  return [...pagesHtml(pages, { language: 'en', file: 'guide.md' }).values()];
}

test('HTML of a page has its comment, lead-in, links and metadata', async () => {
  const { pages } = await split(`# A </script>\n\n${FILLER}${FILLER}`);
  const html = pagesHtml(pages, { language: 'en', file: 'guide.md' }).get('chunk-002')!;
  expect(html).toContain('<link rel="prev" href="chunk-001.html">');
  expect(html).toContain('<p>[Lead-in] Continuing from chunk-001: ');
  expect(html).toMatch(/<main class="continued">\n<!--CT \{"id":"chunk-002"/);
  expect(html).toContain('<a rel="prev" href="chunk-001.html">A &lt;/script&gt; — Part 1</a> <span>2 / 2</span></nav>');
  const json = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)![1]!;
  expect(JSON.parse(json)).toEqual(pages[1]!.jsonLd);
});

test('headings have ids, counted over all pages, and links to them lead to their page', async () => {
  const text = [
    '# Guide\n\n[Limits](#limits), [more](#limits-1), [Setup *now*](#setup-now), [here](#guide), [nowhere](#x).\n\n',
    `${FILLER}## Limits\n\n`,
    `${FILLER}Setup *now* &\n---\n\n[up](#limits)\n\n`,
    `${FILLER}## Limits ##\n\n`,
    `${FILLER}> ### Quoted\n\n#\n`,
  ].join('');
  const pages = await htmlOf(text);
  expect(pages.map((html) => /<h\d[^>]*>/.exec(html)?.[0])).toEqual([
    '<h1 id="guide">',
    '<h2 id="limits">',
    '<h2 id="setup-now-">',
    '<h2 id="limits-1">',
  ]);
  expect(pages[0]).toContain('<a href="chunk-002.html#limits">Limits</a>, <a href="chunk-004.html#limits-1">more</a>');
  expect(pages[0]).toContain('<a href="#guide">here</a>, <a href="#x">nowhere</a>');
  expect(pages[2]).toContain('<a href="chunk-002.html#limits">up</a>');
  expect(pages[3]).toContain('<h3 id="quoted">Quoted</h3>');
  expect(pages[3]).toContain('<h1></h1>');
});

test('an id that the author wrote is not assigned to a heading, and can be linked to', async () => {
  const text = `# A\n\n[Limits](#limits)\n\n${FILLER}${FILLER}## Limits\n\n<a id="limits"></a>\n`;
  const pages = await htmlOf(text);
  expect(pages[1]).toContain('<h2 id="limits-1">');
  expect(pages[0]).toContain('href="chunk-002.html#limits"');
});

test('a heading that an overlap repeats has its id on its own page only', async () => {
  const text = `${FILLER}## Limits\n\nShort.\n\n${'x '.repeat(190)}\n\n${'y '.repeat(190)}\n`;
  const pages = await htmlOf(text, { maxTokens: 400, overlapTokens: 20 });
  expect(pages.filter((html) => html.includes('id="limits"'))).toHaveLength(1);
});

test('a paragraph that a parser would take too long over gets no HTML', async () => {
  await expect(htmlOf(`${'*_'.repeat(2000)}\n`, { maxTokens: 8000 })).rejects.toMatchObject({
    code: 'INLINE_TOO_DENSE',
  });
});

test('footnotes have the numbers of the whole document, on whatever page they are called', async () => {
  const part = (name: string, ...called: string[]) =>
    `## ${name}\n\n${FILLER}Text${called.map((label) => `[^${label}]`).join('')}.\n\n`;
  const notes = ['a', 'b', 'c']
    .map((label) => `[^${label}]: Note ${label}${label === 'a' ? ' and[^c]' : ''}.\n`)
    .join('');
  const pages = await htmlOf(`# Guide\n\n${part('One', 'b')}${part('Two', 'a', 'b')}${part('Three', 'c')}${notes}`);
  const calls = pages.map((html) =>
    [...html.matchAll(/#user-content-fn-(\w)" [^>]*data-footnote-ref[^>]*>(\d+)</g)].map(
      ([, label, at]) => `${label}${at}`,
    ),
  );
  expect(
    calls
      .flat()
      .filter((call, index, all) => all.indexOf(call) === index)
      .sort(),
  ).toEqual(['a2', 'b1', 'c3']);
  for (const html of pages) {
    for (const [, label, value] of html.matchAll(/<li id="user-content-fn-(\w)" value="(\d)">/g)) {
      expect(`${label}${value}`).toBe({ a: 'a2', b: 'b1', c: 'c3' }[label!]);
      expect(html).toContain(`aria-label="Back to reference ${value}"`);
    }
  }
  expect(pages.filter((html) => html.includes('value="2"')).length).toBeGreaterThan(0);
});
