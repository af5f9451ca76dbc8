import { describe, expect, it } from 'vitest';
import { siteSchema } from '../../src/sites/index.js';
import { describeSite, partUrl, readPage } from '../../src/sources/index.js';
import { pathsOf, testSite } from './site.js';

describe('ids', () => {
  it('are paths without extension; index, _index and README stand for their folder', () => {
    const { site } = testSite(
      { generator: 'none' },
      { 'a/b.md': '', 'c/index.md': '', 'd/README.md': '', 'e/_index.md': '', 'index.md': '', 'f.mdx': '' },
    );
    expect(site.pages.map(({ id }) => id)).toEqual(['index', 'f', 'a/b', 'c', 'd', 'e']);
  });

  it('are in the order of a number that pages name, those without one last', () => {
    const placed = (place: string): string => `---\nplace: ${place}\n---\n\n# Page\n`;
    const files = {
      'a.md': '# Page\n',
      'b.md': placed('10'),
      'c.md': placed('"2"'),
      'd/index.md': placed('5'),
      'd/y.md': placed('2'),
      'd/z.md': placed('1'),
      'e/x.md': placed('1'),
      'f.md': placed('soon'),
    };
    const ids = (settings: object): string[] =>
      testSite({ generator: 'none', ...settings }, files).site.pages.map(({ id }) => id);
    expect(ids({ orderKey: 'place' })).toEqual(['c', 'd', 'd/z', 'd/y', 'b', 'a', 'f', 'e/x']);
    expect(ids({})).toEqual(['a', 'b', 'c', 'f', 'd', 'd/y', 'd/z', 'e/x']);
  });

  // What the generators make of these pages, at the versions of `fixtures/sites`; a page without an id is not in their HTML.
  it.each<[string, object, Readonly<Record<string, string | undefined>>]>([
    ['mkdocs', {}, { 'a.md': undefined, 'a/index.md': 'a', 'b.md': undefined, 'b/README.md': 'b' }],
    ['mkdocs', { useDirectoryUrls: false }, { 'a.md': 'a', 'a/index.md': 'a/index' }],
    ['mkdocs', {}, { 'EPS.md': 'eps', 'eps/README.md': 'eps/README', 'eps/x.md': 'eps/x' }],
    ['jekyll', { permalink: 'pretty' }, { 'a.md': undefined, 'a/index.md': 'a' }],
    ['jekyll', { permalink: 'pretty' }, { 'z.md': 'z', 'z/index.md': undefined }],
    ['jekyll', { permalink: 'pretty' }, { 'b.md': 'b', 'b/README.md': 'b/README' }],
    ['hugo', {}, { 'a.md': undefined, 'a/_index.md': 'a', 'b.md': undefined, 'b/index.md': 'b' }],
    ['hugo', {}, { 'b.md': 'b', 'b/README.md': 'b/README', 'Up.md': undefined, 'up/_index.md': 'up' }],
    ['hugo', {}, { 'a.md': undefined, 'a/_index.md': 'a', 'a/README.md': 'a/README', 'D.md': undefined, 'd.md': 'd' }],
    ['starlight', {}, { 'a.md': undefined, 'a/index.md': 'a', 'b.md': 'b', 'b/README.md': 'b/README' }],
    ['starlight', {}, { 'c.md': undefined, 'c.mdx': 'c', 'D.md': undefined, 'd.md': 'd' }],
    ['docusaurus', { trailingSlash: true }, { 'a.md': 'a', 'a/index.md': undefined, 'D.md': undefined, 'd.md': 'd' }],
    ['docusaurus', {}, { 'a.md': 'a', 'a/index.md': undefined, 'c/README.md': undefined, 'c/index.md': 'c' }],
    ['docusaurus', {}, { 'EPS.md': 'eps', 'eps/README.md': undefined, 'eps/x.md': 'eps/x' }],
    ['docusaurus', { trailingSlash: true }, { 'EPS.md': undefined, 'eps/README.md': 'eps', 'eps/x.md': 'eps/x' }],
    ['vitepress', {}, { 'a.md': 'a', 'a/index.md': 'a/index', 'b.md': 'b', 'b/README.md': 'b/README' }],
    ['vitepress', { cleanUrls: true }, { 'a.md': 'a', 'a/index.md': 'a/index' }],
    ['none', {}, { 'DO.md': 'do', 'do/README.md': 'do/README', 'do/index.md': 'do/index', 'do/a.md': 'do/a' }],
    ['none', {}, { 'A/x.md': 'a/x-4', 'a/x.md': 'a/x', 'a/x-2.md': 'a/x-2', 'a/X.md': 'a/X-3' }],
    ['none', {}, { 'README.md': 'README', 'index.md': 'index', 'a.md': 'a-2', 'a.mdx': 'a', 'b.md': 'b' }],
  ])('of %s with %j are one for each page that readers see: %j', (generator, settings, expected) => {
    const files = Object.keys(expected).map((path) => [path, '---\ntitle: Page\n---\n\nText.\n'] as const);
    for (const order of [files, files.toReversed()]) {
      const { site } = testSite({ generator, ...settings }, Object.fromEntries(order));
      const ids = new Map(site.pages.map(({ id, path }) => [path, id]));
      expect(Object.fromEntries(files.map(([path]) => [path, ids.get(path)]))).toEqual(expected);
      const missing = files.filter(([path]) => expected[path] === undefined);
      expect(site.leftOut.map(({ path }) => path).sort()).toEqual(missing.map(([path]) => path).sort());
      for (const { shown } of site.leftOut) expect(ids.has(shown!)).toBe(true);
    }
  });

  it('of a page next to a folder that differs in case alone are spelled as the folder; addresses are not', () => {
    const files = { 'FAQ.md': '', 'faq/General.md': '', 'Über.md': '', 'u\u0308ber/uns.md': '', 'Other.md': '' };
    const { site } = testSite({ generator: 'docusaurus', routeBasePath: '/' }, files);
    expect(Object.fromEntries(site.pages.map(({ id, url }) => [id, url]))).toEqual({
      faq: '/FAQ',
      'faq/General': '/faq/General',
      Other: '/Other',
      'u\u0308ber': '/%C3%9Cber',
      'u\u0308ber/uns': '/u%CC%88ber/uns',
    });
  });
});

describe('titles and descriptions', () => {
  it.each<[string, string, string, string]>([
    ['front matter', '---\ntitle: Tea\ndescription: Hot.\n---\n\n# Other\n\nText.\n', 'Tea', 'Hot.'],
    ['a heading at the start', '# Tea\n\nHot.\n\n## More\n', 'Tea', 'Hot.'],
    ['a title above a heading that repeats it', '---\ntitle: Tea\n---\n\n# Tea\n\nHot.\n', 'Tea', 'Hot.'],
    ['a title above text', '---\ntitle: Tea\n---\n\nHot.\n\n## More\n\nCold.\n', 'Tea', 'Hot.'],
    ['nothing below the title but a heading', '---\ntitle: Tea\n---\n\n## More\n\nCold.\n', 'Tea', ''],
    ['a heading of level 1 after text', 'Hot.\n\n# Tea\n\nGreen.\n\n## More\n', 'Tea', 'Green.'],
    ['no heading below level 1', 'Hot.\n\n## Tea\n\nGreen.\n\n## More\n', 'Some Tea', 'Hot.'],
    ['a heading with an id', '# Tea {: #tea .hot }\n\nHot.\n', 'Tea', 'Hot.'],
    ['a heading with an id in brackets', '# [Tea](tea.md) [#tea]\n\nHot.\n', 'Tea', 'Hot.'],
    ['summary', '---\ntitle: Tea\nsummary: Hot.\n---\n', 'Tea', 'Hot.'],
    ['a number as title', '---\ntitle: 2.10\n---\n', '2.10', ''],
    ['the file name', 'Hot.\n', 'Some Tea', 'Hot.'],
    ['TOML', '+++\ntitle = "Tea"\nweight = 3\n+++\n\nHot.\n', 'Tea', 'Hot.'],
    ['TOML below blank lines', '\ufeff\r\n \n+++\r\ntitle = "Tea"\r\n+++\r\n\r\nHot.\r\n', 'Tea', 'Hot.'],
    ['JSON', '{\n  "title": "Tea",\n  "params": { "a": 1 }\n}\n\nHot.\n', 'Tea', 'Hot.'],
  ])('from %s', (_, text, title, description) => {
    const { site } = testSite({ generator: 'none' }, { 'some-tea.md': text });
    expect(site.pages).toMatchObject([{ title, description }]);
  });

  it('make a page without text a category', () => {
    const { site } = testSite(
      { generator: 'hugo' },
      { 'tea/_index.md': '---\ntitle: Tea\n---\n', 'tea/green.md': '---\ntitle: Green\n---\n\nText.\n' },
    );
    expect(site.pages.map(({ id, isCategory }) => [id, isCategory])).toEqual([
      ['tea', true],
      ['tea/green', false],
    ]);
  });

  it('of a folder come from _category_.json', () => {
    const category = '{ "label": "All tea", "link": { "type": "generated-index", "description": "Hot." } }';
    const { site } = testSite(
      { generator: 'docusaurus' },
      { 'tea/_category_.json': category, 'tea/green.md': 'Text.' },
    );
    expect(site.categories).toEqual([
      { id: 'tea', title: 'All tea', description: 'Hot.', url: '/docs/category/all-tea' },
    ]);
  });

  it('bring keywords and tags along, each once', () => {
    const text = '---\nkeywords: [hot, green]\ntags: [green, { label: cup, permalink: /cup }]\n---\n';
    const { site } = testSite({ generator: 'docusaurus' }, { 'tea.md': text });
    expect(site.pages[0]!.keywords).toEqual(['hot', 'green', 'cup']);
  });
});

describe('order', () => {
  it('is that of the settings, and what they do not name follows', () => {
    const settings = { generator: 'vitepress', order: ['c', 'b/'] };
    expect(pathsOf(testSite(settings, { 'a.md': '', 'b/x.md': '', 'b/y.md': '', 'c.md': '' }))).toEqual([
      'c.md',
      'b/x.md',
      'b/y.md',
      'a.md',
    ]);
  });

  it('of a VitePress language is that of its sidebar, whose links are published paths', () => {
    const settings = { generator: 'vitepress', pathPrefix: 'zh', srcExclude: ['zh/no/**'], order: ['zh/b', 'zh/a'] };
    const { site } = testSite(settings, {
      'a.md': '',
      'b.md': '',
      'no/c.md': '',
      'index.md': '---\nhero: { name: H }\n---\n',
    });
    expect(site.pages.map(({ url, title }) => [url, title])).toEqual([
      ['/zh/b.html', 'B'],
      ['/zh/a.html', 'A'],
      ['/zh/', 'H'],
    ]);
    const root = { generator: 'vitepress', locales: ['zh'], rewrites: { 'en/:rest*': ':rest*' }, order: ['b', 'a'] };
    const { site: main } = testSite(root, { 'en/a.md': '', 'en/b.md': '', 'zh/a.md': '' });
    expect(main.pages.map(({ url }) => url)).toEqual(['/b.html', '/a.html']);
    expect(main.leftOut).toEqual([{ path: 'zh/a.md', reason: 'the language zh, a docs root of its own' }]);
  });

  it('is that of SUMMARY.md, which says what the pages of a book are', () => {
    const summary = '# Summary\n\n[Preface](preface.md)\n\n- [B](b/README.md)\n  - [A](a%20b.md)\n- [Draft]()\n';
    const files = { 'SUMMARY.md': summary, 'a b.md': '', 'b/README.md': '', 'preface.md': '', 'unlisted.md': '' };
    const { site } = testSite({ generator: 'mdbook', url: 'https://example.org/book/' }, files);
    expect(site.pages.map(({ url }) => url)).toEqual([
      'https://example.org/book/preface.html',
      'https://example.org/book/b/',
      'https://example.org/book/a%20b.html',
    ]);
    expect(site.leftOut).toEqual([
      { path: 'SUMMARY.md', reason: 'the table of contents' },
      { path: 'unlisted.md', reason: 'not in SUMMARY.md' },
    ]);
  });

  it.each<[string, object, string, string]>([
    ['mdbook', {}, 'SUMMARY.md', '- [Glazes of `tin`](a.md)\n- [Kilns](b.md)\n'],
    ['none', { summary: 'SUMMARY.md' }, 'SUMMARY.md', '- [Glazes of `tin`](a.md)\n- [Kilns](b.md)\n'],
    ['mkdocs', { navFile: 'mkdocs.yml' }, 'mkdocs.yml', 'nav:\n- More:\n  - Glazes of tin: a.md\n  - Kilns: b.md\n'],
  ])('has the title of the contents of %s for a page that names none', (generator, more, path, contents) => {
    const files = { [path]: contents, 'a.md': '## Lead\n\nText.\n', 'b.md': '# Ovens\n\nText.\n' };
    const { site } = testSite({ generator, ...more }, files);
    expect(site.pages.map(({ title, hasOwnTitle }) => [title, hasOwnTitle])).toEqual([
      ['Glazes of tin', true],
      ['Ovens', true],
    ]);
  });

  it.each([
    ['jekyll', {}, '404.html'],
    ['jekyll', { permalink: 'pretty' }, '404/'],
    ['hugo', {}, '404/'],
    ['mkdocs', {}, '404/'],
    ['vitepress', {}, '404.html'],
    ['starlight', {}, '404/'],
    ['none', {}, '404.md'],
  ])('leaves out what %s with %j shows in place of a page that is not there', (generator, more, route) => {
    const text = '---\ntitle: Gone\n---\n\nThere is no such page.\n';
    const { site } = testSite({ generator, ...more }, { '404.md': text, 'errors/404.md': text, 'a.md': text });
    expect(site.pages.map(({ path }) => path).sort()).toEqual(['a.md', 'errors/404.md']);
    expect(site.leftOut).toEqual([{ path: '404.md', reason: 'the page for errors', route }]);
  });

  it('leaves out pages of Jekyll and Hugo that are for errors by their address, and those for searches by their layout', () => {
    const files = {
      'a.md': '---\n---\nText.\n',
      'pages/gone.md': '---\npermalink: /404.html\n---\nText.\n',
      'search.md': '---\nlayout: search\n---\nText.\n',
    };
    const { site } = testSite({ generator: 'jekyll' }, files);
    expect(site.pages.map(({ path }) => path)).toEqual(['a.md']);
    expect(site.leftOut).toEqual([
      { path: 'search.md', reason: 'layout: search' },
      { path: 'pages/gone.md', reason: 'the page for errors', route: '404.html' },
    ]);
    expect(testSite({ generator: 'hugo' }, files).site.leftOut).toEqual([
      { path: 'search.md', reason: 'layout: search' },
    ]);
  });

  it('leaves out templates of Eleventy that make a page for each of their data, whose addresses only those say', () => {
    const written = (permalink: string): string =>
      `---\npagination: { data: glazes, size: 1, alias: glaze }\n${permalink}---\nText.\n`;
    const { site } = testSite(
      { generator: 'eleventy' },
      {
        'each.md': written("permalink: '/glazes/{{ glaze.name | slugify }}/'\n"),
        'first.md': written(''),
        'own.md': written("permalink: '/all/{{ page.fileSlug }}/'\n"),
      },
    );
    expect(site.leftOut).toEqual([{ path: 'each.md', reason: 'pagination: a page for each of its data' }]);
    expect(site.pages.map(({ path, url }) => [path, url])).toEqual([
      ['first.md', '/first/'],
      ['own.md', '/all/own/'],
    ]);
  });

  it('is that of the table of contents of GitBook, which says what the pages are next to the first', () => {
    const summary =
      '# Contents\n\n## Tea\n\n* [B](../b.md#part)\n  * [A](a%20b.md)\n* [B again](../b.md)\n* [Gone](gone.md)\n';
    const pages = { 'README.md': '', 'b.md': '', 'meta/a b.md': '', 'old/README.md': '', 'unlisted.md': '' };
    const settings = { generator: 'none', summary: 'meta/SUMMARY.md' };
    const { site } = testSite(settings, { ...pages, 'meta/SUMMARY.md': summary });
    expect(site.pages.map(({ path }) => path)).toEqual(['README.md', 'b.md', 'meta/a b.md']);
    expect(site.leftOut).toEqual([
      { path: 'old/README.md', reason: 'not in meta/SUMMARY.md' },
      { path: 'unlisted.md', reason: 'not in meta/SUMMARY.md' },
      { path: 'meta/SUMMARY.md', reason: 'the table of contents' },
    ]);
    const listed = testSite(settings, { ...pages, 'meta/SUMMARY.md': '* [B](../b.md)\n* [First](../README.md)\n' });
    expect(pathsOf(listed)).toEqual(['b.md', 'README.md']);
    expect(testSite(settings, pages).site.pages).toHaveLength(5);
  });

  it('is that of the nav of mkdocs.yml, Python tags and all', () => {
    const nav =
      'plugins: !ENV [X]\nslug: !!python/name:a.b\nnav:\n  - index.md\n  - More:\n      - Z: z.md\n      - sub/\n  - a.md\n';
    const settings = { generator: 'mkdocs', navFile: 'mkdocs.yml' };
    const files = { 'mkdocs.yml': nav, 'a.md': '', 'index.md': '', 'sub/b.md': '', 'z.md': '' };
    expect(pathsOf(testSite(settings, files))).toEqual(['index.md', 'z.md', 'sub/b.md', 'a.md']);
  });

  it('comes with titles of folders in MkDocs, where a section of the nav is a folder', () => {
    const nav = [
      'nav:',
      '  - Home: [index.md, about.md]',
      '  - CLI: [cli/a.md, cli/b.md]',
      '  - How-to:',
      '      - Run: [how/run/a.md]',
      '      - how/b.md',
      '  - Mixed: [mixed/a.md, about/c.md]',
      '  - Part: [part/a.md]',
      '  - Rest: [part/b.md, other/d.md]',
      '  - Owned: [owned/index.md, owned/a.md]',
      '  - Gone: [gone/a.md]',
    ].join('\n');
    const paths = [
      'index',
      'cli/a',
      'cli/b',
      'how/run/a',
      'how/b',
      'mixed/a',
      'part/a',
      'part/b',
      'owned/index',
      'owned/a',
    ];
    const files = Object.fromEntries(paths.map((path) => [`${path}.md`, '']));
    const { site } = testSite({ generator: 'mkdocs', navFile: 'mkdocs.yml' }, { 'mkdocs.yml': nav, ...files });
    expect(site.categories.map(({ id, title }) => [id, title])).toEqual([
      ['cli', 'CLI'],
      ['how/run', 'Run'],
      ['how', 'How-to'],
    ]);
  });

  it('is by weight in Hugo, sections among pages', () => {
    const files = {
      'a/_index.md': '---\nweight: 5\n---\n',
      'a/page.md': '',
      'b.md': '---\nweight: 9\n---\n',
      'c.md': '',
      'd.md': '---\nweight: 1\n---\n',
    };
    expect(pathsOf(testSite({ generator: 'hugo' }, files))).toEqual([
      'd.md',
      'a/_index.md',
      'a/page.md',
      'b.md',
      'c.md',
    ]);
  });
});

it('folders whose names start with _ are no pages of Starlight before Astro 5, and are later', () => {
  const files = { 'a.md': '', '_b.md': '', '_parts/c.md': '', 'd/_parts/e.mdx': '', 'd/f_/g.md': '' };
  expect(pathsOf(testSite({ generator: 'starlight', version: '4.16.19' }, files))).toEqual(['a.md', 'd/f_/g.md']);
  const all = ['a.md', 'd/_parts/e.mdx', 'd/f_/g.md', '_parts/c.md'];
  expect(pathsOf(testSite({ generator: 'starlight', version: '5.0' }, files)).sort()).toEqual(all.sort());
  expect(pathsOf(testSite({ generator: 'starlight' }, files)).sort()).toEqual(all.sort());
});

describe('addresses', () => {
  it.each([
    ['docusaurus', { trailingSlash: true }, '/docs/a/'],
    ['docusaurus', { trailingSlash: false }, '/docs/a'],
    ['docusaurus', { routeBasePath: '/' }, '/a'],
    ['vitepress', {}, '/a.html'],
    ['starlight', { trailingSlash: 'never' }, '/a'],
    ['starlight', { format: 'file' }, '/a.html'],
    ['hugo', { uglyUrls: true }, '/a.html'],
    ['hugo', { urlPrefix: 'fr' }, '/fr/a/'],
    ['mkdocs', { useDirectoryUrls: false }, '/a.html'],
    ['jekyll', { permalink: 'pretty', optionalFrontMatter: true }, '/a/'],
    ['jekyll', { optionalFrontMatter: true }, '/a.html'],
  ])('of %s with %j', (generator, settings, url) => {
    expect(testSite({ generator, ...settings }, { 'a.md': 'Text.' }).site.pages).toMatchObject([{ url }]);
  });

  it('of a tool of their own follow permalink, with anchors', () => {
    const settings = { generator: 'none', url: 'https://example.org/x/', permalink: '/docs/{path}/' };
    const { site } = testSite(settings, { 'index.md': 'A.', 'a b.md': 'B.', 'c/README.md': 'C.', 'c/d.mdx': 'D.' });
    const urls = site.pages.map(({ url }) => url.slice('https://example.org/x'.length));
    expect(urls.sort()).toEqual(['/docs/', '/docs/a%20b/', '/docs/c/', '/docs/c/d/']);
    const place = { anchor: 'x', lines: { first: 3, last: 5 } };
    const page = site.pages.find(({ path }) => path === 'a b.md')!;
    expect(partUrl(page, place, siteSchema.parse(settings))).toBe('https://example.org/x/docs/a%20b/#x');
  });

  it('of a tool of their own follow what the front matter says', () => {
    const files = {
      'index.md': '---\npermalink: /start/\nslug: Web\nkey: k1\naliases: [/old, Nickname]\n---\nA.',
      'a b.md': '---\nurl: /plans\nslug: Web/CSS\n---\nB.',
      'c/d.md': 'C.',
    };
    const urls = (permalink: string) => {
      const { site } = testSite({ generator: 'none', permalink }, files);
      return site.pages.map(({ path, url }) => [path, url]).sort();
    };
    expect(urls('/docs/{slug}')).toEqual([
      ['a b.md', '/docs/Web/CSS'],
      ['c/d.md', '/docs/c/d'],
      ['index.md', '/docs/Web'],
    ]);
    expect(urls('{permalink}').map(([, url]) => url)).toEqual(['/plans', '/c/d', '/start/']);
    expect(urls('x/{frontmatter.key}.html').map(([, url]) => url)).toEqual([
      '/x/a%20b.html',
      '/x/c/d.html',
      '/x/k1.html',
    ]);
    const { site } = testSite({ generator: 'none', permalink: '{permalink}' }, files);
    expect(site.pages.flatMap(({ aliases }) => aliases)).toEqual(['/old']);
  });

  it('of a tool of their own have the language and the version of their docs root', () => {
    const settings = siteSchema.parse({ generator: 'none', permalink: '{locale}/{version}/{path}/' });
    const { source } = readPage('a.md', 'Text.', { readable: (body) => body });
    const context = { files: new Map(), now: new Date('2026-01-01'), locale: 'de', version: '2.0' };
    const { pages } = describeSite([source], settings, context);
    expect(pages).toMatchObject([{ url: '/de/2.0/a/' }]);
    for (const permalink of ['{locale}/x', 'docs', '{title}/{path}', '{path}}'])
      expect(siteSchema.safeParse({ generator: 'none', permalink }).success).toBe(false);
  });

  it('of files that end in .html are those of the folders for their index pages', () => {
    const settings = { generator: 'none', permalink: '{path}.html' };
    const { site } = testSite(settings, { 'index.md': 'A.', 'b.md': 'B.', 'c/index.md': 'C.', 'c/d.md': 'D.' });
    expect(site.pages.map(({ url }) => url).sort()).toEqual(['/', '/b.html', '/c/', '/c/d.html']);
  });

  it.each([
    [
      'docusaurus',
      {
        ...{ true: false, True: false, TRUE: false, 'true # later': false, '"true"': false, "'True'": false },
        ...{ '"TRUE"': false, false: true, '"false"': true, "'FALSE'": true, '"1"': true },
      },
    ],
    [
      'hugo',
      {
        ...{ true: false, '"true"': false, '"True"': false, "'TRUE'": false, '"T"': false, '"t"': false, '"1"': false },
        ...{ '1': false, false: true, '"false"': true, '"F"': true, '0': true, '"0"': true, '"no"': true },
        ...{ '"yes"': true, '""': true, '~': true },
      },
    ],
  ])('of %s are published by the values that it casts to false', (generator, values) => {
    for (const [value, isPublished] of Object.entries(values)) {
      const { site } = testSite({ generator }, { 'a.md': `---\ndraft: ${value}\n---\nText.` });
      expect([value, site.pages.length]).toEqual([value, isPublished ? 1 : 0]);
    }
  });

  it('of Quarto are files, and the folder for an index; README, drafts and names with _ are not rendered', () => {
    const files = {
      'index.qmd': 'A.',
      'b.qmd': 'B.',
      'c/index.md': 'C.',
      'c/d.qmd': '---\ndraft: true\n---\nD.',
      '_part.qmd': 'E.',
      'README.md': 'F.',
      'old/g.qmd': 'G.',
      'old/h.qmd': 'H.',
    };
    const settings = { generator: 'quarto', order: ['c/index'], render: ['**/*.qmd', 'c/', '!old/', 'old/h.qmd'] };
    const { site } = testSite(settings, files);
    expect(site.pages.map(({ id, url }) => [id, url])).toEqual([
      ['c', '/c/'],
      ['index', '/'],
      ['b', '/b.html'],
      ['old/h', '/old/h.html'],
    ]);
    expect(site.leftOut.map(({ path, reason }) => [path, reason])).toEqual([
      ['c/d.qmd', 'draft: true'],
      ['_part.qmd', 'a name that starts with _ or .'],
      ['README.md', 'a README, which Quarto does not render'],
      ['old/g.qmd', 'not among the files of project.render'],
    ]);
  });

  it('of DocFX are files, without an ending on Microsoft Learn, in the order of the tables of contents', () => {
    const files = {
      'index.md': 'A.',
      'glaze.md': 'B.',
      'fire/index.md': 'C.',
      'fire/cone.md': 'D.',
      'fire/wood.md': 'E.',
      'old.md': '---\nredirect_url: glaze\n---\nF.',
      'clay/toc.md': '# [Slip](slip.md)\n',
      'clay/slip.md': 'G.',
      'toc.yml':
        'items:\n- name: Fire\n  href: fire/\n- name: Clay\n  href: Clay/TOC.md\n  topicHref: glaze.md?view=x#top\n- href: https://example.org/a.md\n',
      'fire/TOC.yml': '- href: wood.md\n  items:\n  - href: ~/fire/cone.md\n  - href: ../toc.yml\n',
    };
    const { site } = testSite({ generator: 'docfx', url: '/kiln/', pathPrefix: 'v1' }, files);
    expect(site.pages.map(({ id, url }) => [id, url])).toEqual([
      ['fire/wood', '/kiln/v1/fire/wood.html'],
      ['fire/cone', '/kiln/v1/fire/cone.html'],
      ['glaze', '/kiln/v1/glaze.html'],
      ['clay/slip', '/kiln/v1/clay/slip.html'],
      ['index', '/kiln/v1/'],
      ['fire', '/kiln/v1/fire/'],
    ]);
    expect(site.leftOut.map(({ path, reason }) => [path, reason])).toEqual([
      ['old.md', 'redirect_url'],
      ['clay/toc.md', 'a table of contents'],
    ]);
    const learn = testSite({ generator: 'docfx', url: '/kiln/', cleanUrls: true, order: ['glaze'] }, files).site;
    expect(learn.pages.slice(0, 3).map(({ url }) => url)).toEqual(['/kiln/glaze', '/kiln/', '/kiln/clay/slip']);
  });

  it('of a version name it on Microsoft Learn, where all versions of a page have one address', () => {
    const files = { 'glaze.md': '# Glaze\n\n## Fire\n\nHot.\n' };
    const urls = (url: string, version?: string) =>
      testSite({ generator: 'docfx', url, cleanUrls: true }, files, version).site.pages.map((page) => page.url);
    const learn = 'https://learn.microsoft.com/kiln/';
    expect(urls(learn, 'kiln-9.0')).toEqual([`${learn}glaze?view=kiln-9.0`]);
    expect(urls(learn)).toEqual([`${learn}glaze`]);
    expect(urls('https://kiln.example.org/', 'kiln-9.0')).toEqual(['https://kiln.example.org/glaze']);
  });

  it('of a README next to an index are its own, as is its id', () => {
    const files = {
      'index.md': 'A.',
      'README.md': 'B.',
      'c/index.mdx': 'C.',
      'c/readme.mdx': 'D.',
      'e/README.md': 'E.',
    };
    const { site } = testSite({ generator: 'none' }, files);
    expect(site.pages.map(({ id }) => id).sort()).toEqual(['README', 'c', 'c/readme', 'e', 'index']);
    const published = testSite({ generator: 'none', permalink: '{path}' }, files).site;
    expect(published.pages.map(({ id, url }) => [id, url]).sort()).toEqual([
      ['README', '/README'],
      ['c', '/c'],
      ['c/readme', '/c/readme'],
      ['e', '/e'],
      ['index', '/'],
    ]);
  });

  it.each([
    ['github', 'https://example.org/o/r/blob/main/docs/a%20b.md?plain=1#L3-L5'],
    ['gitlab', 'https://example.org/o/r/-/blob/main/docs/a%20b.md?plain=1#L3-5'],
    ['bitbucket', 'https://example.org/o/r/src/main/docs/a%20b.md#lines-3:5'],
    ['gitea', 'https://example.org/o/r/src/branch/main/docs/a%20b.md?display=source#L3-L5'],
  ])('on %s have line numbers', (forge, url) => {
    const settings = { generator: 'none', repository: 'https://example.org/o/r.git', forge, path: 'docs' };
    const { site } = testSite(settings, { 'a b.md': 'Text.' });
    const place = { anchor: 'x', lines: { first: 3, last: 5 } };
    expect(partUrl(site.pages[0]!, place, siteSchema.parse(settings))).toBe(url);
  });

  it('encode in anchors only what would end an address', () => {
    const settings = siteSchema.parse({ generator: 'vitepress' });
    const place = { anchor: 'über uns (neu)', lines: { first: 1, last: 1 } };
    expect(partUrl({ path: 'a.md', url: '/a.html' }, place, settings)).toBe('/a.html#über%20uns%20%28neu%29');
  });
});

it('posts of a Docusaurus blog are at the dates of their names, or at their slugs, newest first', () => {
  const { site } = testSite(
    { generator: 'docusaurus', url: 'https://x.example.org/', content: 'blog', routeBasePath: 'blog' },
    {
      '2023-12-31-old.md': '# Old\n\nText.\n',
      '2024-01-02-new.mdx': '# New\n\nText.\n\n{/* truncate */}\n\nMore.\n',
      '2024-01-03-own/index.md': '---\nslug: own-name\n---\nText.\n',
      '2022/05/06/nested.md': 'Text.\n',
      'series/2021-01-01-part.md': 'Text.\n',
      'undated.md': 'Text.\n',
      '2024-02-01-later.md': '---\ndraft: true\n---\nText.\n',
      '2024-02-02-hidden.md': '---\nunlisted: true\n---\nText.\n',
    },
  );
  expect(site.pages.map(({ url }) => url.slice('https://x.example.org/'.length))).toEqual([
    'blog/own-name',
    'blog/2024/01/02/new',
    'blog/2023/12/31/old',
    'blog/2022/05/06/nested',
    'blog/2021/01/01/series/part',
    'blog/undated',
  ]);
  expect(site.leftOut).toEqual([
    { path: '2024-02-01-later.md', reason: 'draft: true' },
    { path: '2024-02-02-hidden.md', reason: 'unlisted: true', route: 'blog/2024/02/02/hidden' },
  ]);
});

it('markdown pages of Docusaurus are at their paths', () => {
  const { site } = testSite(
    { generator: 'docusaurus', url: 'https://x.example.org/', content: 'pages', routeBasePath: '/' },
    { 'index.md': 'Text.\n', 'about.mdx': 'Text.\n', 'team/index.md': 'Text.\n', 'team/_part.md': 'Text.\n' },
  );
  expect(site.pages.map(({ url }) => url).sort()).toEqual([
    'https://x.example.org/',
    'https://x.example.org/about',
    'https://x.example.org/team/',
  ]);
});

describe('VuePress', () => {
  // Files and addresses are those of a site that VuePress 2.0.0-rc.31 built.
  it('publishes README and index at their folder, and a page with a permalink there', () => {
    const { site } = testSite(
      { generator: 'vuepress', url: '/kiln/', locales: ['zh'], exclude: ['drafts'] },
      {
        'README.md': '# Home\n',
        'guide/index.md': '# Guide\n',
        'guide/fire.md': '---\npermalink: /fires/\n---\n# Fire\n',
        'guide/hero.md': '---\nhome: true\nheroText: Hero\n---\n',
        'guide/Some_Name.md': '# Some name\n',
        'drafts/no.md': '# No\n',
        'zh/clay.md': '# Clay\n',
      },
    );
    expect(site.pages.map(({ id, url, title }) => [id, url, title])).toEqual([
      ['index', '/kiln/', 'Home'],
      ['guide', '/kiln/guide/', 'Guide'],
      ['guide/Some_Name', '/kiln/guide/Some_Name.html', 'Some name'],
      ['guide/fire', '/kiln/fires/', 'Fire'],
      ['guide/hero', '/kiln/guide/hero.html', 'Hero'],
    ]);
    expect(site.leftOut.map(({ path, reason }) => [path, reason])).toEqual([
      ['drafts/no.md', 'excluded by pagePatterns'],
      ['zh/clay.md', 'the language zh, a docs root of its own'],
    ]);
  });

  it('has a language below its folder', () => {
    const { site } = testSite({ generator: 'vuepress', pathPrefix: 'zh' }, { 'clay.md': '', 'README.md': '' });
    expect(site.pages.map(({ url }) => url)).toEqual(['/zh/', '/zh/clay.html']);
  });
});

describe('posts of the blog of Material for MkDocs', () => {
  const dated = (more: string): string => `---\ndate: 2024-03-09\n${more}---\n`;
  const posts: Readonly<Record<string, readonly [text: string, route: string]>> = {
    'heading.md': [`${dated('')}\n# Kilns: hotter, \`faster\`\n\nText.\n`, '2024/03/09/kilns-hotter-faster/'],
    'title.md': [`${dated('title: Two – kilns\n')}\n# Other\n\nText.\n`, '2024/03/09/two--kilns/'],
    'slug.md': [`${dated('slug: kiln-2.0\n')}\n# Other\n\nText.\n`, '2024/03/09/kiln-2.0/'],
    'of/a_file.md': [`${dated('')}\nText.\n`, '2024/03/09/a-file/'],
    'times.md': ['---\ndate:\n  created: 2024-03-09 23:30:00\n---\n# Noon\n\nText.\n', '2024/03/09/noon/'],
    'zone.md': ['---\ndate: 2024-03-09T23:30:00-05:00\n---\n# Night\n\nText.\n', '2024/03/10/night/'],
  };

  it.each([
    ['blog', {}, 'blog/', (route: string) => `blog/${route}`],
    ['.', {}, '', (route: string) => route],
    ['blog', { useDirectoryUrls: false }, 'blog/', (route: string) => `blog/${route.replace(/\/$/, '.html')}`],
  ])('have addresses by day and slug, in %s with %j', (blogFolder, settings, folder, expected) => {
    const files = Object.fromEntries(Object.entries(posts).map(([path, [text]]) => [`${folder}posts/${path}`, text]));
    const { site } = testSite({ generator: 'mkdocs', url: 'https://k.example.org/', blogFolder, ...settings }, files);
    const urls = new Map(
      site.pages.map(({ path, url }) => [path, decodeURI(url).replace('https://k.example.org/', '')]),
    );
    const wanted = Object.entries(posts).map(
      ([path, [, route]]) => [`${folder}posts/${path}`, expected(route)] as const,
    );
    expect(Object.fromEntries(urls)).toEqual(Object.fromEntries(wanted));
  });

  it('are left out as drafts and without a date; other pages of the blog stay where they are', () => {
    const { site } = testSite(
      { generator: 'mkdocs', url: 'https://k.example.org/', blogFolder: 'blog' },
      {
        'blog/index.md': '# News\n',
        'blog/posts/soon.md': `${dated('draft: true\n')}\n# Soon\n\nText.\n`,
        'blog/posts/undated.md': '# Undated\n\nText.\n',
        'posts/kiln.md': '# Kiln\n\nText.\n',
      },
    );
    expect(site.pages.map(({ url }) => url)).toEqual([
      'https://k.example.org/blog/',
      'https://k.example.org/posts/kiln/',
    ]);
    expect(site.leftOut).toEqual([
      { path: 'blog/posts/soon.md', reason: 'draft: true' },
      { path: 'blog/posts/undated.md', reason: 'a post without a date' },
    ]);
  });
});
