import { expect, test } from 'vitest';
import { countedIds, createdIds, joinPages, type PageSet } from '../../src/pagination/index.js';
import { counter, readPages, split } from './split-markdown.js';

/** About `tokens` tokens, in one paragraph. */
function paragraph(tokens: number, word = 'word'): string {
  return `${Array.from({ length: tokens }, () => word).join(' ')}.\n\n`;
}

/** First line of each page's own text. */
function starts(set: PageSet): string[] {
  return readPages(set).map(({ body }) => body.trimStart().split('\n')[0]!.slice(0, 20));
}

test('a document that fits is one page, without lead-in and lead-out', async () => {
  const { pages } = await split('# Title\n\nText.\n');
  expect(pages).toHaveLength(1);
  expect(pages[0]!.token).toEqual({ id: 'chunk-001', prev: null, next: null });
  expect(pages[0]!.text.replace(/"set":"[0-9a-f]{16}"/, '"set":"…"')).toBe(
    '<!--CT {"id":"chunk-001","prev":null,"next":null,"set":"…","path":["Title"],"body":[2,15]}-->\n\n# Title\n\nText.\n',
  );
});

test('a page ends at the least deep heading that leaves it at least half full, not at the last heading that fits', async () => {
  const text = [
    '# A\n\n',
    paragraph(230),
    '## B\n\n',
    paragraph(50),
    '### C\n\n',
    paragraph(40),
    '### D\n\n',
    paragraph(200),
  ].join('');
  const set = await split(text, { maxTokens: 500 });
  expect(starts(set)).toEqual(['# A', '## B']);
});

test('a heading that would leave the page under half full is passed', async () => {
  const text = ['# A\n\n', paragraph(40), '# B\n\n', paragraph(150), paragraph(150), paragraph(150)].join('');
  const set = await split(text, { maxTokens: 500 });
  expect(starts(set)).toEqual(['# A', 'word word word word ']);
});

test('a heading moves with its text', async () => {
  const text = [paragraph(200), '## B\n\n', '### C\n\n', paragraph(250), paragraph(20)].join('');
  const set = await split(text, { maxTokens: 500 });
  expect(starts(set)[1]).toBe('## B');
});

test('a block that fits no page is an error with its line and size, each of them', async () => {
  const code = `\`\`\`\n${'line of code\n'.repeat(300)}\`\`\`\n\n`;
  const text = `# A\n\n${code}Text.\n\n${code}`;
  await expect(split(text, { allowsOversize: false })).rejects.toMatchObject({
    code: 'UNIT_TOO_LARGE',
    diagnostics: [
      {
        code: 'UNIT_TOO_LARGE',
        line: 3,
        message: expect.stringMatching(/^A code of \d+ tokens needs a page of about/),
      },
      { code: 'UNIT_TOO_LARGE', line: 308 },
    ],
  });
});

test('such a block gets a page of its own, marked, when that is allowed', async () => {
  const code = `\`\`\`\n${'line of code\n'.repeat(300)}\`\`\`\n\n`;
  const { pages } = await split(`# A\n\nBefore.\n\n${code}Behind.\n`);
  expect(pages.map(({ isOversize }) => isOversize)).toEqual([false, true, false]);
});

test('only pages that exceed the limit are marked, whatever room was planned for their leads', async () => {
  const marked = new Set<boolean>();
  for (let tokens = 150; tokens <= 300; tokens += 10) {
    const { pages } = await split(`# A\n\n${paragraph(100)}${paragraph(tokens)}${paragraph(100)}`);
    for (const { isOversize, tokenCount } of pages) {
      expect(isOversize).toBe(tokenCount > 300);
      marked.add(isOversize);
    }
  }
  expect(marked.size).toBe(2);
});

test('a page contains the definitions and footnotes that it uses, and those that they use', async () => {
  const text = [
    'See [one] and a note[^n].\n\n',
    paragraph(200),
    '# Again\n\nAgain [one][], not [two].\n\n',
    paragraph(200),
    paragraph(100),
    '[one]: https://example.com/1 "One"\n[two]: /2\n[three]: /3\n\n[^n]: Note with [three].\n\n    More.\n',
  ].join('');
  const set = await split(text, { maxTokens: 420 });
  expect(set.diagnostics).toEqual([]);
  const [first, second, last] = set.pages.map((page) => page.text);
  expect(first).toContain(
    '\n\n[one]: https://example.com/1 "One"\n\n[three]: /3\n\n[^n]: Note with [three].\n\n    More.\n',
  );
  expect(first).not.toContain('[two]');
  expect(second).toMatch(/-->\n\n\[one\]: https:\/\/example\.com\/1 "One"\n\n\[two\]: \/2\n\n\[Lead-in\]/);
  expect(last).not.toContain('More.\n\n[Lead-in]');
});

test.each([
  ['a quote', '> [^n]: Note.\n>\n>     More of it.\n>\n> [l]: /there\n'],
  ['a list', '- item\n\n  [^n]: Note.\n\n      More of it.\n\n  [l]: /there\n'],
  ['a footnote', '[^o]: Other.\n\n    [l]: /there\n\n[^n]: Note.\n\n    More of it.\n'],
])('a definition inside %s is copied as one of the page itself', async (_, definitions) => {
  const set = await split(`See [l] and[^n].\n\n${paragraph(120)}${paragraph(120)}${definitions}`);
  expect(set.diagnostics).toEqual([]);
  expect(set.pages[0]!.text).toMatch(/\n\[l\]: \/there\n/);
  expect(set.pages[0]!.text).toContain('\n[^n]: Note.\n\n    More of it.\n');
});

test('a copied footnote that defines a label again does not change what the label means', async () => {
  const text = `See [l] and[^n].\n\n[l]: /first\n\n${paragraph(150)}And[^n] [l].\n\n${paragraph(150)}[^n]: Note.\n\n    [l]: /second\n`;
  expect((await split(text)).diagnostics).toEqual([]);
});

test('of two definitions with one label the first counts on every page', async () => {
  const text = `[a]: /first\n\n${paragraph(250)}${paragraph(150)}[a]: /second\n\nSee [a].\n`;
  const { pages, diagnostics } = await split(text);
  expect(diagnostics).toEqual([]);
  const last = pages.at(-1)!.text;
  expect(last.indexOf('[a]: /first')).toBeGreaterThan(0);
  expect(last.indexOf('[a]: /first')).toBeLessThan(last.indexOf('[a]: /second'));
});

test('names: the first heading, and its part when it runs over several pages', async () => {
  const text = ['# One\n\n', ...Array(4).fill(paragraph(130)), '# Two\n\n', paragraph(100)].join('');
  const { pages } = await split(text);
  expect(pages.map(({ jsonLd }) => jsonLd.name)).toEqual(
    ['One — Part 1', 'One — Part 2', 'One — Part 3', 'One — Part 4', 'Two'].slice(0, pages.length - 1).concat('Two'),
  );
});

test('JSON-LD of a page', async () => {
  const { pages } = await split(
    `# One\n\n${paragraph(150)}${paragraph(150)}`,
    {},
    { baseUrl: 'https://example.com/e/' },
  );
  expect(pages[1]!.jsonLd).toEqual({
    '@context': 'https://schema.org',
    '@type': 'CreativeWork',
    '@id': 'https://example.com/e/chunk-002',
    name: 'One — Part 2',
    position: 2,
    isBasedOn: 'https://example.com/e',
    pagination: '2/2',
    continuityToken: {
      '@type': 'PropertyValue',
      name: 'CT',
      value: '{"id":"chunk-002","prev":"chunk-001","next":null}',
    },
  });
});

test('lead-in and lead-out say where the text comes from and goes to', async () => {
  const text = [
    '# Rivers\n\nThe Rhine carries barges from Basel to Rotterdam.\n\n',
    paragraph(60, 'barges'),
    '# Lakes\n\nThe Bodensee borders *three* [countries](x).\n\n',
    paragraph(40, 'Bodensee'),
  ].join('');
  const { pages } = await split(text);
  expect(pages[0]!.text).toMatch(/\n\n\[Lead-out\] Upcoming in chunk-002: Lakes — .+\n$/);
  expect(pages[1]!.text).toMatch(/-->\n\n\[Lead-in\] Continuing from chunk-001: Rivers — .+\n\n# Lakes\n/);
});

test('the lead of a page that starts ahead of the first heading names the first heading on it', async () => {
  const guide = `# Guide\n\n## Part\n\n${paragraph(60, 'text')}`;
  const text = `${paragraph(190)}${paragraph(50)}${guide}${paragraph(140, 'more')}`;
  const { pages } = await split(text);
  expect(pages.map(({ headingPath }) => headingPath)).toEqual([[], [], ['Guide', 'Part']]);
  expect(pages[0]!.text).toMatch(/\[Lead-out\] Upcoming in chunk-002: Guide — /);
  expect(pages[2]!.text).toMatch(/\[Lead-in\] Continuing from chunk-002: Guide — /);
  expect(pages[1]!.text).toMatch(/\[Lead-in\] Continuing from chunk-001: (?!Guide)/);
});

test('overlap repeats whole blocks, and is no part of the joined text', async () => {
  const short = 'A short last paragraph.\n\n';
  const text = `${paragraph(190)}${short}${paragraph(190)}`;
  const set = await split(text, { maxTokens: 320, overlapTokens: 16 });
  expect(set.pages[1]!.text).toContain(short);
  expect(joinPages(readPages(set))).toBe(text);
});

test.each([
  ['an overlap of more than 5 %', { overlapTokens: 16 }],
  ['pages too small for their tokens', { maxTokens: 255 }],
])('refused: %s', async (_, limits) => {
  await expect(split('Text.\n', limits)).rejects.toMatchObject({ code: 'INVALID_OPTION' });
});

test('front matter and byte order mark stay at the start of the first page', async () => {
  const text = `\uFEFF---\ntitle: x\n---\n\n${paragraph(150)}${paragraph(150)}`;
  const set = await split(text);
  expect(set.pages[0]!.text.startsWith('\uFEFF---\ntitle: x\n---\n<!--CT ')).toBe(true);
  expect(joinPages(readPages(set))).toBe(text);
});

test('more than 999 pages have ids of four digits', async () => {
  const { pages } = await split(paragraph(150).repeat(1001), { maxTokens: 280 });
  expect(pages[0]!.token.next).toBe('chunk-0002');
  expect(pages.at(-1)!.token.id).toBe(`chunk-${pages.length}`);
});

test('ids go on from a counter, or are created', async () => {
  const text = paragraph(150).repeat(2);
  const counted = await split(text, {}, { ids: countedIds(41) });
  expect(counted.pages.map(({ token }) => token.id)).toEqual(['chunk-000042', 'chunk-000043']);
  let made = 0;
  const created = await split(text, {}, { ids: createdIds(() => `id-${made++}`) });
  expect(created.pages.map(({ token }) => token)).toEqual([
    { id: 'id-0', prev: null, next: 'id-1' },
    { id: 'id-1', prev: 'id-0', next: null },
  ]);
});

test('a counter that takes more for the comment than was planned is given more room', async () => {
  const dear = {
    name: 'dear',
    count: (text: string, start = 0, end = text.length) =>
      Math.ceil((end - start) / 4) + (/"set":"[0-9a-f]{16}"/.test(text.slice(start, end)) ? 150 : 0),
  };
  const text = paragraph(30).repeat(40);
  const { pages } = await split(text, { maxTokens: 500 }, { counter: dear });
  for (const page of pages) expect(dear.count(page.text)).toBeLessThanOrEqual(500);
});

test('a document without text is refused', async () => {
  await expect(split('---\na: b\n---\n\n')).rejects.toMatchObject({ code: 'EMPTY_DOCUMENT' });
});

test('the sizes are those of the counter', async () => {
  const { pages } = await split(paragraph(150).repeat(3));
  for (const page of pages) expect(page.tokenCount).toBe(counter.count(page.text));
});
