import { loadCl100kBase } from '@topicmill/text/tokens';
import { describe, expect, test } from 'vitest';
import { parseConfig } from '../../src/config/index.js';
import {
  type InitOptions,
  type InitPlan,
  isInitRecord,
  planInit,
  planUndo,
  recordedChanges,
} from '../../src/init/index.js';
import { memoryView } from './memory-view.js';

type Files = Readonly<Record<string, string>>;

const CL100K = await loadCl100kBase();
const PAGE = '# Page\n\nText.\n';
const BOOK: Files = {
  'book.toml': '[book]\nsrc = "text"\n',
  'text/SUMMARY.md': '- [One](one.md)\n',
  'text/one.md': PAGE,
};
const PACKAGE: Files = { 'package.json': '{\n  "name": "x"\n}\n' };

function plan(files: Files, options: Partial<InitOptions> = {}): InitPlan {
  return planInit(memoryView(new Map(Object.entries(files))), {
    counter: CL100K,
    now: new Date('2026-01-01T00:00:00Z'),
    ...options,
  });
}

function written(files: Files, options: Partial<InitOptions> = {}): Record<string, string> {
  return Object.fromEntries(plan(files, options).changes.map(({ path, text }) => [path, text]));
}

function configOf(files: Files, options: Partial<InitOptions> = {}): ReturnType<typeof parseConfig> {
  return parseConfig(written(files, options)['topicmill.yaml'], 'topicmill.yaml');
}

describe('what chunks are sized by', () => {
  const code = (at: number): string =>
    `# Page ${at}\n\n\`\`\`js\n${'const{a,b}=c(d=>e[f],{g:1,h:2});'.repeat(40)}\n\`\`\`\n`;
  const prose = (at: number): string =>
    `# Page ${at}\n\n${'Words of people who write in a plain language for other people. '.repeat(40)}\n`;
  const pages = (codeCount: number, count: number): Files =>
    Object.fromEntries(
      Array.from({ length: count }, (_, at) => [
        `docs/${String(at).padStart(4, '0')}.md`,
        (at * codeCount) % count < codeCount ? code(at) : prose(at),
      ]),
    );

  test.each([
    [0, 20, 'words'],
    [2, 20, 'words'],
    [3, 20, 'cl100k_base'],
    [20, 20, 'cl100k_base'],
    [30, 1000, 'words'],
    [300, 1000, 'cl100k_base'],
  ])('with the estimate off for %i of %i pages: %s', (codeCount, count, tokenCounter) => {
    const files = pages(codeCount, count);
    expect(configOf(files).chunking.options['tokenCounter'] ?? 'words').toBe(tokenCounter);
    expect(plan(files).pages?.estimate?.isOff).toBe(tokenCounter === 'cl100k_base');
    expect(plan({ ...files, ...written(files) }).pages?.estimate).toBe(undefined);
  });

  test('nothing is off about short pages', () => {
    expect(written({ 'docs/a.md': '# A\n\n`a(b,c)`\n' })['topicmill.yaml']).not.toContain('tokenCounter');
  });
});

describe('which pages become topics', () => {
  test('those of the site, with what is left out and why', () => {
    const { pages, topicIds, looseMarkdown } = plan({ ...BOOK, 'text/two.md': PAGE, 'text/later/three.md': PAGE });
    expect({ topicIds, looseMarkdown }).toEqual({ topicIds: ['one'], looseMarkdown: [] });
    expect(pages?.roots).toMatchObject([{ docsRoot: 'text', generator: 'mdbook', pageCount: 1, sectionCount: 0 }]);
    expect(pages?.leftOut.map(({ path }) => path)).toEqual(['text/SUMMARY.md', 'text/later/three.md', 'text/two.md']);
  });

  test('those of the outermost site, unless another is asked for', () => {
    const files = { ...BOOK, 'old/book.toml': '', 'old/src/SUMMARY.md': '- [A](a.md)\n', 'old/src/a.md': PAGE };
    expect(plan(files).pages).toMatchObject({ roots: [{ docsRoot: 'text' }], notUsed: [{ path: 'old/book.toml' }] });
    expect(plan(files, { sites: ['old'] }).pages).toMatchObject({ roots: [{ docsRoot: 'old/src' }] });
    expect(plan(files, { sites: ['.', 'old'] }).pages?.roots.map(({ name }) => name)).toEqual(['mdbook', 'old']);
    expect(() => plan(files, { sites: ['new'] })).toThrow(expect.objectContaining({ code: 'INVALID_OPTION' }));
  });

  test('are counted as they are read, those of all docs roots together', () => {
    const sites = { 'a/book.toml': '', 'a/src/SUMMARY.md': '', 'a/src/one.md': PAGE, 'b/book.toml': '' };
    const told: string[] = [];
    plan(
      { ...sites, 'b/src/SUMMARY.md': '', 'b/src/two.md': PAGE },
      { sites: ['a', 'b'], onPage: (done, total) => told.push(`${done}/${total}`) },
    );
    expect(told).toEqual(['1/4', '2/4', '3/4', '4/4']);
  });

  test('those of sites side by side, under names of their own', () => {
    const site = (name: string): Files => ({ [`docs/${name}/mkdocs.yml`]: '', [`docs/${name}/docs/index.md`]: PAGE });
    const { roots } = configOf({ ...site('en'), ...site('pt-br') });
    expect(roots?.map(({ name, docsRoot }) => [name, docsRoot])).toEqual([
      ['en', 'docs/en/docs'],
      ['pt-br', 'docs/pt-br/docs'],
    ]);
  });

  test('the docs are called what the only site is called', () => {
    const book = (title: string): string => `[book]\nsrc = "text"\ntitle = "${title}"\n`;
    const one = { ...BOOK, 'book.toml': book('Kilns: a  book') };
    expect(configOf(one).title).toBe('Kilns: a book');
    const two = { ...one, 'old/book.toml': book('Old'), 'old/text/SUMMARY.md': '- [A](a.md)\n', 'old/text/a.md': PAGE };
    expect(configOf(two, { sites: ['.', 'old'] }).title).toBeUndefined();
  });

  test.each([
    ['git@git.example.org:potters/kilns.git', 'kilns'],
    ['https://user@git.example.org/clay/potters/docs/', 'clay/potters/docs'],
    ['../elsewhere', undefined],
  ])('the docs of a site without a title are called as the repository %s', (url, title) => {
    const git = { '.git/config': `[remote "origin"]\n\turl = ${url}\n` };
    expect(configOf({ ...git, 'docs/a.md': PAGE }).title).toBe(title);
    const site = { ...git, 'mkdocs.yml': 'site_description: Hot.\n', 'docs/a.md': PAGE };
    expect([configOf(site).title, configOf(site).description]).toEqual([title, 'Hot.']);
    expect(configOf({ ...site, 'mkdocs.yml': 'site_name: Kilns\n' }).title).toBe('Kilns');
  });

  test.each(['_tea/a.md', '_posts/2026-01-01-a.md'])('those of a Jekyll site that has no other than %s', (path) => {
    const files = { '_config.yml': 'collections:\n  tea:\n    output: true\n', [path]: `---\n---\n${PAGE}` };
    expect(configOf(files)).toMatchObject({ docsRoot: '.', site: { generator: 'jekyll' } });
    expect(plan(files).pages?.pages.map((page) => page.path)).toEqual([path]);
  });

  test('a site without pages does not count', () => {
    expect(plan({ 'book.toml': '', 'doc/mkdocs.yml': '', 'doc/docs/a.md': PAGE }).pages).toMatchObject({
      roots: [{ generator: 'mkdocs' }],
    });
  });

  test.each<[string, Files, string]>([
    ['a folder with a usual name', { 'documentation/a.md': PAGE, 'other/b.md': PAGE }, 'documentation'],
    ['the only folder with markdown', { 'notes/a.md': PAGE, 'README.md': PAGE, 'src/a.ts': '' }, 'notes'],
    ['the repository', { 'a/a.md': PAGE, 'b/b.md': PAGE }, '.'],
    ['the repository, where pages are next to its README', { 'guide.md': PAGE, 'b/b.md': PAGE }, '.'],
  ])('without a generator those of %s', (_case, files, docsRoot) => {
    expect(configOf(files)).toMatchObject({ sources: 'pages', docsRoot, site: { generator: 'none' } });
  });

  test('without a generator no page is left out for its name', () => {
    const files = { 'docs/_index.md': PAGE, 'docs/a.md': PAGE, 'docs/_b.md': PAGE, 'docs/_parts/c.md': PAGE };
    const { pages, topicIds } = plan({ ...files, 'docs/_d.txt': '', 'docs/.e/_f.md': PAGE });
    expect(topicIds).toEqual(['index', '_b', 'a', '_parts/c']);
    expect(pages?.leftOut).toEqual([]);
  });

  describe('translations among the pages', () => {
    const rootsIn = (files: Files): unknown[] =>
      (configOf(files).roots ?? []).map(({ name, docsRoot, locale, include, exclude }) => ({
        ...{ name, docsRoot, locale },
        ...(include === undefined ? {} : { include }),
        exclude: exclude?.filter((glob) => !glob.startsWith('**/_')),
      }));
    const german = `# Ofen\n\n${'Der Ofen ist nicht so heiß, wie es die Leute von ihm sagen, und das ist auch gut so. '.repeat(12)}\n`;

    test('in a folder with the same pages are a docs root of their own', () => {
      const files = { 'docs/a.md': PAGE, 'docs/b/c.md': PAGE, 'docs/es/a.md': PAGE, 'docs/es/b/c.md': PAGE };
      expect(rootsIn(files)).toEqual([
        { name: 'en', docsRoot: 'docs', locale: 'en', exclude: ['es/**'] },
        { name: 'es', docsRoot: 'docs/es', locale: 'es', exclude: undefined },
      ]);
      expect(plan(files).topicIds).toEqual(['en/a', 'en/b/c', 'es/a', 'es/b/c']);
    });

    test('of VuePress that its configuration does not name are a docs root next to those that it names', () => {
      const config = "export default { locales: { '/': { lang: 'en-US' }, '/de/': { lang: 'de-DE' } } };";
      const pages = (folder: string): Files => ({ [`${folder}README.md`]: PAGE, [`${folder}deep/a.md`]: PAGE });
      const files = { '.vuepress/config.js': config, ...pages(''), ...pages('de/'), ...pages('tr/') };
      expect(rootsIn(files)).toEqual([
        { name: 'en-US', docsRoot: '.', locale: 'en-US', exclude: ['tr/**'] },
        { name: 'tr', docsRoot: '.', locale: 'tr', include: ['tr/**/*.{md,mdx,markdown}'], exclude: undefined },
        { name: 'de', docsRoot: 'de', locale: 'de-DE', exclude: undefined },
      ]);
      expect(plan(files).pages?.pages.map(({ id, url }) => [id, url])).toEqual([
        ['en-US', '/'],
        ['en-US/deep/a', '/deep/a.html'],
        ['tr/tr', '/tr/'],
        ['tr/tr/deep/a', '/tr/deep/a.html'],
        ['de', '/de/'],
        ['de/deep/a', '/de/deep/a.html'],
      ]);
    });

    test('at the end of their names are a docs root of their own', () => {
      const files = { 'docs/a.md': PAGE, 'docs/a.cn.md': PAGE, 'docs/b/c.mdx': PAGE, 'docs/b/c.cn.mdx': PAGE };
      expect(rootsIn(files)).toEqual([
        { name: 'en', docsRoot: 'docs', locale: 'en', exclude: ['**/*.cn.md', '**/*.cn.mdx'] },
        { name: 'zh', docsRoot: 'docs', locale: 'zh', include: ['**/*.cn.md', '**/*.cn.mdx'], exclude: undefined },
      ]);
      expect(plan(files).topicIds).toEqual(['en/a', 'en/b/c', 'zh/a.cn', 'zh/b/c.cn']);
    });

    test('of a tool keep their addresses and the order of its navigation', () => {
      const page = (path: string): Files => ({ [`${path}.mdx`]: PAGE });
      const navigation = { languages: [{ pages: ['b', 'a'] }, { pages: ['es/b', 'es/a'] }] };
      const json = JSON.stringify({ $schema: 'https://mintlify.com/docs.json', navigation });
      const files = { 'docs.json': json, ...page('a'), ...page('b'), ...page('es/a'), ...page('es/b') };
      const { pages } = plan(files);
      expect(pages?.pages.map(({ id, url }) => [id, url])).toEqual([
        ['en/b', '/b'],
        ['en/a', '/a'],
        ['es/b', '/es/b'],
        ['es/a', '/es/a'],
      ]);
    });

    test('the language of the other pages is that of most of them', () => {
      const english = { 'docs/en/a.md': PAGE, 'docs/en/b.md': PAGE };
      expect(rootsIn({ 'docs/a.md': german, 'docs/b.md': german, ...english })).toMatchObject([
        { name: 'de', docsRoot: 'docs', locale: 'de' },
        { name: 'en', docsRoot: 'docs/en', locale: 'en' },
      ]);
      expect(rootsIn({ 'docs/a.md': PAGE, 'docs/b.md': PAGE, ...english })).toMatchObject([
        { name: 'pages', docsRoot: 'docs', locale: undefined },
        { name: 'en', docsRoot: 'docs/en', locale: 'en' },
      ]);
    });

    test('nothing but languages are a docs root each, English first', () => {
      const files = { 'docs/de/a.md': PAGE, 'docs/de/b.md': PAGE, 'docs/en/a.md': PAGE, 'docs/en/b.md': PAGE };
      expect(rootsIn(files)).toMatchObject([
        { name: 'en', docsRoot: 'docs/en' },
        { name: 'de', docsRoot: 'docs/de' },
      ]);
    });

    test('in a folder called as the one that they translate are a docs root of their own', () => {
      const pages = (folder: string): Files => ({ [`${folder}/common/a.md`]: PAGE, [`${folder}/linux/b.md`]: PAGE });
      const files = { ...pages('text'), ...pages('text.de'), ...pages('text.pt_BR'), ...pages('text.ts') };
      expect(rootsIn(files)).toEqual([
        { name: 'en', docsRoot: '.', locale: 'en', exclude: ['text.de/**', 'text.pt_BR/**'] },
        { name: 'de', docsRoot: 'text.de', locale: 'de', exclude: undefined },
        { name: 'pt-BR', docsRoot: 'text.pt_BR', locale: 'pt-BR', exclude: undefined },
      ]);
    });

    test('with translated names are as many pages in each of several folders', () => {
      const pages = (folder: string, count: number): Files =>
        Object.fromEntries(Array.from({ length: count }, (_, at) => [`docs/${folder}/${folder}-${at}.md`, PAGE]));
      const vault = { ...pages('en', 10), ...pages('de', 10), ...pages('zh-TW', 9), 'docs/about.md': PAGE };
      expect(rootsIn(vault)).toMatchObject([
        { name: 'pages', docsRoot: 'docs', locale: undefined, exclude: ['de/**', 'en/**', 'zh-TW/**'] },
        { name: 'en', docsRoot: 'docs/en', locale: 'en' },
        { name: 'de', docsRoot: 'docs/de', locale: 'de' },
        { name: 'zh-TW', docsRoot: 'docs/zh-TW', locale: 'zh-TW' },
      ]);
      expect(rootsIn({ ...pages('en', 10), ...pages('de', 5), ...pages('fr', 20), 'docs/about.md': PAGE })).toEqual([]);
      expect(rootsIn({ ...pages('go', 10), ...pages('js', 10), ...pages('id', 4), 'docs/about.md': PAGE })).toEqual([]);
    });

    test('in folders of three letters are languages next to others', () => {
      const pages = (folder: string): Files => ({ [`docs/${folder}a.md`]: PAGE, [`docs/${folder}b.md`]: PAGE });
      expect(rootsIn({ ...pages(''), ...pages('de/'), ...pages('fil/'), ...pages('api/') })).toMatchObject([
        { name: 'en', exclude: ['de/**', 'fil/**'] },
        { name: 'de', docsRoot: 'docs/de', locale: 'de' },
        { name: 'fil', docsRoot: 'docs/fil', locale: 'fil' },
      ]);
      expect(rootsIn({ ...pages(''), ...pages('new/'), ...pages('run/') })).toEqual([]);
    });

    test('further inside stay in their docs root, where their addresses start', () => {
      const pages = (folder: string): Files => ({ [`docs/${folder}a.md`]: PAGE, [`docs/${folder}b.md`]: PAGE });
      expect(rootsIn({ ...pages(''), ...pages('text/'), ...pages('text/de/') })).toEqual([
        { name: 'en', docsRoot: 'docs', locale: 'en', exclude: ['text/de/**'] },
        {
          ...{ name: 'de', docsRoot: 'docs', locale: 'de' },
          ...{ include: ['text/de/**/*.{md,mdx,markdown}'], exclude: undefined },
        },
      ]);
    });

    test('in the collections of a Jekyll site have the addresses of the site', () => {
      const collections = 'permalink: /:path/\ncollections:\n  tea:\n    output: true\n    permalink: /:path/\n';
      const page = `---\ntitle: Tea\n---\n${PAGE}`;
      const pages = (folder: string): Files => ({ [`_tea/${folder}a.md`]: page, [`_tea/${folder}b.md`]: page });
      const files = { '_config.yml': collections, ...pages(''), ...pages('de/') };
      expect(rootsIn(files)).toMatchObject([
        { name: 'en', docsRoot: '.', locale: 'en', exclude: ['_tea/de/**'] },
        { name: 'de', docsRoot: '.', locale: 'de', include: ['_tea/de/**/*.{md,mdx,markdown}'] },
      ]);
      expect(plan(files).pages?.pages.map(({ url }) => url)).toEqual(['/a/', '/b/', '/de/a/', '/de/b/']);
    });

    test('at the end of all names are a docs root each', () => {
      const files = { 'docs/a.en.md': PAGE, 'docs/a.fr.md': PAGE, 'docs/b.en.md': PAGE, 'docs/b.fr.md': PAGE };
      expect(rootsIn(files)).toMatchObject([
        { name: 'en', docsRoot: 'docs', locale: 'en', include: ['**/*.en.md', '**/*.en.mdx'] },
        { name: 'fr', docsRoot: 'docs', locale: 'fr', include: ['**/*.fr.md', '**/*.fr.mdx'] },
      ]);
    });

    test('have a docs root for a version only if they have pages of it', () => {
      const folders = ['v1.0', 'v2.0'].flatMap((version) => ['a', 'b', 'c'].map((name) => `docs/${version}/${name}`));
      const files = Object.fromEntries(folders.map((name) => [`${name}.en.md`, PAGE]));
      const french = { 'docs/x.en.md': PAGE, 'docs/x.fr.md': PAGE, 'docs/y.en.md': PAGE, 'docs/y.fr.md': PAGE };
      expect(rootsIn({ ...files, ...french })).toMatchObject([
        { name: 'en-v2.0', docsRoot: 'docs/v2.0', locale: 'en' },
        { name: 'en-v1.0', docsRoot: 'docs/v1.0', locale: 'en' },
        { name: 'en', docsRoot: 'docs', locale: 'en' },
        { name: 'fr', docsRoot: 'docs', locale: 'fr' },
      ]);
    });

    test('a language that a folder is for is not looked for in the names of other pages', () => {
      const folder = { 'docs/de/a.md': PAGE, 'docs/de/b.md': PAGE, 'docs/a.md': PAGE, 'docs/b.md': PAGE };
      const names = { 'docs/a.de.md': PAGE, 'docs/b.de.md': PAGE };
      expect(rootsIn({ ...folder, ...names })).toEqual([
        { name: 'en', docsRoot: 'docs', locale: 'en', exclude: ['de/**'] },
        { name: 'de', docsRoot: 'docs/de', locale: 'de', exclude: undefined },
      ]);
    });

    test.each<[string, Files]>([
      ['pages called as domains', { 'docs/a.md': PAGE, 'docs/b.md': PAGE, 'docs/a.io.md': PAGE, 'docs/b.io.md': PAGE }],
      ['one translated page', { 'docs/README.fr.md': PAGE, 'docs/README.md': PAGE, 'docs/a.md': PAGE }],
      ['a folder called as a language', { 'docs/it/index.md': PAGE, 'docs/it/vpn.md': PAGE, 'docs/index.md': PAGE }],
      [
        'files called as programs',
        { 'docs/a.ts.md': PAGE, 'docs/a.md': PAGE, 'docs/b.ts.md': PAGE, 'docs/b.md': PAGE },
      ],
    ])('%s are not taken for a language of the docs', (_case, files) => {
      expect(configOf(files)).toMatchObject({ docsRoot: 'docs', site: { generator: 'none' } });
    });
  });

  describe('the folder of the docs, where nothing names it,', () => {
    const many = (folder: string, count: number): Files =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`${folder}/page-${at}.md`, PAGE]));

    test.each<[string, Files, string]>([
      ['is docs', { ...many('docs', 2), ...many('content', 19) }, 'docs'],
      ['is another with ten times as many documents', { ...many('docs', 2), ...many('content', 20) }, 'content'],
      ['is docs next to what others wrote', { ...many('docs', 2), ...many('vendor/lib/docs', 40) }, 'docs'],
      ['is docs next to what tests read', { ...many('docs', 2), ...many('packages/a/test/fixtures', 40) }, 'docs'],
      ['is the root with documents in it', { 'releasing.md': PAGE, ...many('guides', 9) }, '.'],
      [
        'is a folder with ten times as many documents as the rest',
        { 'releasing.md': PAGE, ...many('guides', 10) },
        'guides',
      ],
      [
        'is a folder next to what tests read',
        { 'releasing.md': PAGE, ...many('guides', 20), ...many('tools/test', 20), 'tools/README.md': PAGE },
        'guides',
      ],
      ['is not what pages are made from', { ...many('content', 20), ...many('data/reusables', 30) }, 'content'],
    ])('%s', (_case, files, docsRoot) => {
      expect(configOf(files)).toMatchObject({ docsRoot, site: { generator: 'none' } });
    });

    test('is not that of their translations', () => {
      const files = {
        ...many('content', 5),
        ...many('translations/de/content', 4),
        ...many('translations/ja/content', 5),
      };
      expect(configOf(files).roots?.map(({ docsRoot, locale }) => [docsRoot, locale])).toEqual([
        ['content', 'en'],
        ['translations/de/content', 'de'],
        ['translations/ja/content', 'ja'],
      ]);
    });
  });

  test.each<[string, (at: number) => string, string | undefined]>([
    ['each names its address', (at) => `slug: page-${at}`, 'slug'],
    ['all name one address', () => 'permalink: page', undefined],
    ['most name none', (at) => (at < 4 ? `permalink: /page-${at}/` : 'title: Page'), undefined],
  ])('front matter in which %s', (_case, line, key) => {
    const files = Array.from({ length: 12 }, (_, at) => [`docs/${at}.md`, `---\n${line(at)}\n---\n\n${PAGE}`]);
    expect(plan(Object.fromEntries(files)).pages?.addressKey).toBe(key);
  });

  describe('anchors that authors link to', () => {
    const linked = (anchor: (at: number) => string, count = 20): Files => ({
      'book.toml': '[book]\nsrc = "text"\n[output.html]\nsite-url = "/docs/"\n',
      'text/SUMMARY.md': '- [Teas](teas.md)\n- [Links](links.md)\n',
      'text/teas.md': `# Teas\n\n${Array.from({ length: count }, (_, at) => `## Green Tea ${at}\n\nText.\n\n`).join('')}`,
      'text/links.md': `# Links\n\n${Array.from({ length: count }, (_, at) => `[${at}](teas.md#${anchor(at)})\n\n`).join('')}`,
    });

    test.each<[string, Files, number, boolean]>([
      ['are those of the headings', linked((at) => `green-tea-${at}`), 0, false],
      ['keep capitals that the rules lower', linked((at) => `Green-Tea-${at}`), 20, true],
      ['miss here and there', linked((at) => `green-tea-${at % 3 === 0 ? `x${at}` : at}`), 7, false],
      ['are few', linked((at) => `Green-Tea-${at}`, 9), 9, false],
    ])('%s', (_case, files, missingCount, hasCustomIds) => {
      expect(plan(files).pages?.anchors).toMatchObject({ missingCount, hasCustomIds });
    });

    test('may be ids that the page writes in its markup', () => {
      const files = linked((at) => `Green-Tea-${at}`);
      const ids = Array.from({ length: 20 }, (_, at) => `<a id="Green-Tea-${at}"></a>\n`).join('');
      expect(plan({ ...files, 'text/teas.md': `${files['text/teas.md']}\n${ids}` }).pages?.anchors.missingCount).toBe(
        0,
      );
    });

    test('say nothing of pages without a site', () => {
      const { 'book.toml': _, 'text/SUMMARY.md': __, ...pages } = linked((at) => `Green-Tea-${at}`);
      expect(plan(pages).pages?.anchors).toMatchObject({ linkCount: 0, hasCustomIds: false });
    });
  });

  const hugo: Files = {
    'docs/sources/a/_index.md': PAGE,
    'docs/sources/a/one.md': '# One\n\n{{< admonition type="note" >}}\nText.\n{{< /admonition >}}\n',
    'docs/sources/b/two.md': PAGE,
  };

  test('Hugo without its configuration is known by its pages, from the folder that contains them all', () => {
    const text = written(hugo)['topicmill.yaml']!;
    expect(plan(hugo).pages?.isKnownByContent).toBe(true);
    expect(plan({ ...hugo, 'topicmill.yaml': text }).pages?.isKnownByContent).toBe(false);
    expect(parseConfig(text, 'x')).toMatchObject({ docsRoot: 'docs/sources', site: { generator: 'hugo', url: '/' } });
    expect(text).toContain('# Set site.url to the address at which docs/sources is published.\n');
    expect(plan(hugo).topicIds).toEqual(['a', 'a/one', 'b/two']);
  });

  test('a site whose configuration does not say where it is published is to be given an address', () => {
    const asks = /^# Set site\.url to the address at which text is published\.$/m;
    expect(plan(BOOK).pages?.roots).toMatchObject([{ lacksHost: true }]);
    expect(written(BOOK)['topicmill.yaml']).toMatch(asks);
    const local = `${BOOK['book.toml']}\n[output.html]\nsite-url = "http://localhost:3000/book/"\n`;
    expect(plan({ ...BOOK, 'book.toml': local }).pages?.roots).toMatchObject([{ lacksHost: true }]);
    const toml = `${BOOK['book.toml']}\n[output.html]\nsite-url = "https://x.org/book/"\n`;
    expect(plan({ ...BOOK, 'book.toml': toml }).pages?.roots).toMatchObject([{ lacksHost: false }]);
    expect(written({ ...BOOK, 'book.toml': toml })['topicmill.yaml']).not.toMatch(asks);
    expect(plan({ 'docs/a.md': PAGE }).pages?.roots).toMatchObject([{ areFilesRead: true, lacksHost: false }]);
  });

  test.each<[string, Files, string | undefined]>([
    ['next to the pages', { 'text/CNAME': 'docs.x.org\n' }, 'https://docs.x.org/'],
    ['in the repository', { CNAME: ' Docs.X.org\r\n' }, 'https://docs.x.org/'],
    ['among what is published as it is', { 'static/CNAME': 'x.org' }, 'https://x.org/'],
    ['in two places', { CNAME: 'x.org', 'text/CNAME': 'docs.x.org' }, 'https://docs.x.org/'],
    ['that names no domain', { CNAME: 'see the wiki\n' }, undefined],
    ['that names several', { CNAME: 'x.org\ny.org\n' }, undefined],
    ['of another folder', { 'other/CNAME': 'x.org\n' }, undefined],
  ])('a CNAME of GitHub Pages %s says where a site is published', (_case, files, url) => {
    const site = configOf({ ...BOOK, ...files }).site;
    expect(site?.url).toBe(url ?? '/');
    expect(plan({ ...BOOK, ...files }).pages?.roots).toMatchObject([{ lacksHost: url === undefined }]);
  });

  test('a CNAME changes no address that the configuration says, and keeps its path', () => {
    const urlOf = (siteUrl: string): string | undefined =>
      configOf({
        ...BOOK,
        CNAME: 'x.org\n',
        'book.toml': `${BOOK['book.toml']}\n[output.html]\nsite-url = "${siteUrl}"\n`,
      }).site?.url;
    expect(urlOf('https://y.org/book/')).toBe('https://y.org/book/');
    expect(urlOf('/book/')).toBe('https://x.org/book/');
    expect(urlOf('http://localhost:3000/book/')).toBe('https://x.org/book/');
    const forge = configOf({ 'docs/a.md': PAGE, CNAME: 'x.org\n' }).site;
    expect(forge?.url).toBe('/');
  });

  test.each<[string, Files]>([
    ['section pages alone', { 'docs/sources/a/one.md': PAGE }],
    ['shortcodes alone', { 'docs/sources/a/_index.md': '' }],
    ['those of Zola', { 'docs/sources/a/one.md': '# One\n\n{{ youtube(id="x") }}\n{% quote() %}\nText.\n{% end %}\n' }],
  ])('%s do not make Hugo of it', (_case, files) => {
    const all = Object.fromEntries(Object.entries({ ...hugo, ...files }).filter(([, text]) => text !== ''));
    expect(configOf(all).site).toMatchObject({ generator: 'none' });
  });

  test('those of a tool for sites of any kind, unless another site is there or a folder of docs has more', () => {
    const astro = { 'astro.config.mjs': 'export default {};', 'src/content/docs/a.md': PAGE };
    expect(configOf({ ...astro, 'docs/x.md': PAGE })).toMatchObject({ docsRoot: 'src/content/docs' });
    expect(configOf({ ...astro, 'docs/x.md': PAGE, 'docs/y.md': PAGE })).toMatchObject({ docsRoot: 'docs' });
    expect(configOf({ ...astro, 'manual/mkdocs.yml': '', 'manual/docs/x.md': PAGE }).site?.generator).toBe('mkdocs');
    const wish = { sites: ['astro.config.mjs'] };
    expect(configOf({ ...astro, 'docs/x.md': PAGE, 'docs/y.md': PAGE }, wish)).toMatchObject({
      docsRoot: 'src/content/docs',
    });
  });

  test('of a tool without addresses, on the forge, without what it leaves out', () => {
    const git = {
      '.git/config': '[remote "origin"]\n\turl = https://github.com/x/y.git\n',
      '.git/HEAD': 'ref: refs/heads/main\n',
    };
    const files = {
      ...git,
      'docs/index.html': '<script>window.$docsify = { loadSidebar: true }</script>',
      'docs/_sidebar.md': '- [B](b.md)\n- [A](a.md)\n',
      'docs/a.md': PAGE,
      'docs/b.md': PAGE,
    };
    expect(plan(files).topicIds).toEqual(['b', 'a']);
    const site = { generator: 'none', repository: 'https://github.com/x/y', path: 'docs', order: ['b', 'a'] };
    expect(configOf(files)).toMatchObject({ site, docsRoot: 'docs' });
    expect(plan(files).pages?.roots).toMatchObject([{ areFilesRead: true }]);
    const navigation = { pages: ['b', 'a'] };
    const mintlify = {
      ...git,
      'docs/docs.json': JSON.stringify({ $schema: 'https://mintlify.com/docs.json', navigation }),
      'docs/README.md': PAGE,
      'docs/a.mdx': PAGE,
      'docs/b.mdx': PAGE,
      'docs/snippets/c.mdx': PAGE,
    };
    expect(plan(mintlify).topicIds).toEqual(['b', 'a']);
    expect(plan(mintlify).pages?.roots).toMatchObject([{ areFilesRead: false, docsRoot: 'docs' }]);
    const zola = {
      'config.toml': 'base_url = "https://x.org"\n',
      'content/a.md': PAGE,
      'test_site/config.toml': 'base_url = "/"\n',
      'test_site/content/b.md': PAGE,
    };
    expect(plan(zola).pages?.roots).toMatchObject([{ areFilesRead: false, docsRoot: 'content' }]);
  });

  test.each<[string, Files]>([
    ['no markdown', { 'docs/index.rst': 'Kiln\n====\n', 'README.md': PAGE }],
    [
      'hardly any',
      { 'old/a.md': PAGE, ...Object.fromEntries(Array.from({ length: 11 }, (_, at) => [`m/p${at}.adoc`, ''])) },
    ],
  ])('documents of another format and %s are refused, unless a docs root is named', (_case, files) => {
    expect(() => plan(files)).toThrow(expect.objectContaining({ code: 'FORMAT_UNSUPPORTED' }));
    expect(plan(files, { docs: 'handbook' }).docsRoot).toBe('handbook');
  });

  test('documents of another format next to pages are named, but for what a repository says of itself', () => {
    const files = { 'docs/a.md': PAGE, 'docs/b.rst': '', 'README.rst': '', 'CHANGES.adoc': '' };
    expect(plan(files).pages?.unread).toEqual({ format: 'reStructuredText', paths: ['docs/b.rst'] });
    expect(plan({ ...BOOK, 'docs/b.rst': '' }).pages?.unread).toBeUndefined();
  });

  test('folders with references stay folders, next to a generator too', () => {
    expect(plan({ ...BOOK, 'docs/a/golden-reference.md': PAGE })).toMatchObject({ pages: undefined, docsRoot: 'docs' });
  });

  test('a README alone is not documentation: there is an example', () => {
    expect(Object.keys(written({ 'README.md': PAGE }))).toContain('docs/writing-a-topic/golden-reference.md');
  });
});

test.each([
  ['https://github.com/owner/name.git', 'https://github.com/owner/name', undefined],
  ['git@gitlab.com:group/sub/name.git', 'https://gitlab.com/group/sub/name', 'gitlab'],
  ['ssh://git@codeberg.org/owner/name', 'https://codeberg.org/owner/name', 'gitea'],
  ['https://user:secret@github.com/owner/name', 'https://github.com/owner/name', undefined],
  ['https://git.example.org/owner/name', undefined, undefined],
])('pages without a generator are read on the forge of %s', (remote, repository, forge) => {
  const git = {
    '.git/config': `[core]\n\tbare = false\n[remote "origin"]\n\turl = ${remote}\n\tfetch = x\n`,
    '.git/refs/remotes/origin/HEAD': 'ref: refs/remotes/origin/trunk\n',
  };
  const { site } = configOf({ ...git, 'docs/a.md': PAGE });
  const expected = { repository, branch: 'trunk', path: 'docs', ...(forge === undefined ? {} : { forge }) };
  expect(site).toMatchObject(repository === undefined ? { generator: 'none' } : expected);
  expect(JSON.stringify(site)).not.toContain('secret');
});

describe('what is written', () => {
  test('without package.json Nx is left out, and nothing is in the content', () => {
    const { usesNx, next } = plan(BOOK);
    expect({ usesNx, next }).toEqual({ usesNx: false, next: { install: undefined, build: 'npx topicmill build' } });
    expect(Object.keys(written(BOOK))).toEqual(['topicmill.yaml', 'topicmill/keyword-shares.md', '.gitignore']);
    expect(written(BOOK)['.gitignore']).toBe('.embedding-cache\n.topicmill\n/topics/\n');
    expect(written(BOOK)['topicmill.yaml']).not.toContain('node_modules');
  });

  test.each<[string, Files, Partial<InitOptions>]>([
    ['a package.json', PACKAGE, {}],
    ['an Nx that is installed above', {}, { installedNx: '22.1.0' }],
    ['the wish for it', {}, { nx: true }],
  ])('with %s Nx is set up', (_case, files, options) => {
    const paths = Object.keys(written({ ...BOOK, ...files }, options));
    expect(paths).toEqual(['topicmill.yaml', 'topicmill/keyword-shares.md', 'nx.json', 'package.json', '.gitignore']);
  });

  test.each<[string, Files, boolean]>([
    ['of npm', { 'package.json': '{ "workspaces": ["a"] }' }, true],
    ['of pnpm', { ...PACKAGE, 'pnpm-workspace.yaml': '' }, true],
    ['none', PACKAGE, false],
    ['those that an Nx builds', { 'package.json': '{ "workspaces": ["a"] }', 'nx.json': '{}' }, false],
  ])('packages of the repository are not projects of an Nx that comes for the docs: %s', (_case, files, isIgnored) => {
    expect('.nxignore' in written({ ...BOOK, ...files })).toBe(isIgnored);
    const first = { ...BOOK, ...files, ...written({ ...BOOK, ...files }) };
    expect(plan(first).changes).toEqual([]);
  });

  test('is not among the markdown outside of the docs that a second run names', () => {
    const files = { ...BOOK, 'README.md': PAGE };
    const notes = written(files);
    expect(Object.keys(notes).filter((path) => path.endsWith('.md'))).toEqual(['topicmill/keyword-shares.md']);
    expect(plan({ ...files, ...notes, 'topicmill/one.qa.md': PAGE }).pages?.outside).toEqual(['README.md']);
  });

  test('a second run changes nothing', () => {
    for (const options of [{}, { nx: true }, { commitsResults: true }]) {
      const first = { ...BOOK, ...written(BOOK, options) };
      expect(plan(first).changes).toEqual([]);
    }
  });

  test('the languages of a site are those whose stop words count', () => {
    const files: Files = {
      'hugo.toml':
        'baseURL = "https://k.example.org/"\n[languages.en]\ncontentDir = "content/en"\n[languages.pt-br]\ncontentDir = "content/pt"\n',
      'content/en/a.md': PAGE,
      'content/pt/a.md': PAGE,
    };
    expect(configOf(files).keywords.languages).toEqual(['eng', 'por']);
  });

  test('the languages that pages are written in count too, where the configuration names none', () => {
    const french =
      'Le four est une machine que vous ne pouvez pas ouvrir avant que tout ne soit froid, et il faut donc attendre. ';
    const chinese = '窑炉在完全冷却之前不能打开，所以你必须等待，并且不要在夜间烧制陶器。';
    const pages = (folder: string, text: string): Files => ({
      [`docs/${folder}/a.md`]: `# A\n\n${text.repeat(8)}\n`,
      [`docs/${folder}/b.md`]: `# B\n\n${text.repeat(8)}\n`,
    });
    const files: Files = {
      'docs/.vitepress/config.js': 'export default { ...shared };\n',
      ...pages('fr', french),
      ...pages('zh', chinese),
      'docs/zh/c.md': `# C\n\n${chinese.repeat(8)}\n`,
      'docs/once.md': `# Einmal\n\n${'Der Ofen darf nicht geöffnet werden, bevor er kalt ist, und das dauert. '.repeat(9)}\n`,
    };
    expect(configOf(files).keywords.languages).toEqual(['eng', 'zho', 'fra']);
  });

  test('a long order fills its lines, and is read as it was', () => {
    const names = Array.from({ length: 60 }, (_, at) => `guide/page-${at}`);
    const items = names.map((name) => `{ text: 'x', link: '/${name}' }`).join(', ');
    const files: Files = {
      'docs/.vitepress/config.js': `export default { themeConfig: { sidebar: [${items}] } };\n`,
      ...Object.fromEntries(names.map((name) => [`docs/${name}.md`, PAGE])),
    };
    const text = written(files)['topicmill.yaml']!;
    expect(text.split('\n').length).toBeLessThan(30);
    expect(Math.max(...text.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(120);
    expect(configOf(files).site).toMatchObject({ order: names });
  });

  test('results that are committed are collapsed in reviews and not ignored', () => {
    const files = written(BOOK, { commitsResults: true });
    expect(files['.gitattributes']).toBe('/topics/** linguist-generated\n');
    expect(files['.gitignore']).not.toContain('topics');
  });

  test('results are never where people write or a site publishes', () => {
    expect(configOf({ ...BOOK, 'topics/mine.txt': '' }).outDir).toBe('topicmill-topics');
    expect(configOf({ 'a/a.md': PAGE, 'b/b.md': PAGE }).outDir).toBe('.topics');
  });
});

test.each([
  ['20.8.2', 'migrate'],
  ['25.0.0', 'Update Topicmill'],
])('Nx %s is refused before anything is written', (version, remedy) => {
  const installed = { 'node_modules/nx/package.json': JSON.stringify({ version }) };
  const refusal = expect.objectContaining({ code: 'NX_UNSUPPORTED', remedy: expect.stringContaining(remedy) });
  for (const files of [BOOK, { 'docs/a/golden-reference.md': PAGE }]) {
    expect(() => plan({ ...PACKAGE, ...files, ...installed })).toThrow(refusal);
    expect(plan({ ...PACKAGE, ...files, ...installed }, { nx: false }).usesNx).toBe(false);
  }
  expect(() => plan(BOOK, { installedNx: version })).toThrow(refusal);
  const asked = { 'package.json': JSON.stringify({ devDependencies: { nx: `^${version}` } }) };
  expect(() => plan({ ...BOOK, ...asked })).toThrow(refusal);
});

describe('taking back', () => {
  const BEFORE: Files = { ...BOOK, ...PACKAGE, '.gitignore': 'out\n' };

  function after(edits: Files = {}): Files {
    const { changes } = plan(BEFORE);
    const record = recordedChanges(memoryView(new Map(Object.entries(BEFORE))), changes);
    const texts = Object.fromEntries(changes.map(({ path, text }) => [path, text]));
    return { ...BEFORE, ...texts, '.topicmill/init.json': record, ...edits };
  }

  function undone(files: Files): { files: Files; kept: readonly string[] } {
    const result = new Map(Object.entries(files));
    const undo = planUndo(memoryView(result));
    for (const { path, kind, text } of undo) {
      if (kind === 'remove') result.delete(path);
      else if (text !== undefined) result.set(path, text);
    }
    result.delete('.topicmill/init.json');
    return {
      files: Object.fromEntries(result),
      kept: undo.flatMap(({ path, kept }) => kept.map((each) => `${path}: ${each}`)),
    };
  }

  test('gives every file back, byte for byte', () => {
    expect(undone(after())).toEqual({ files: BEFORE, kept: [] });
  });

  test('leaves what people wrote since, and says what of its own it left', () => {
    const packageJson = JSON.parse(after()['package.json']!) as Record<string, Record<string, string>>;
    packageJson['devDependencies'] = { ...packageJson['devDependencies'], nx: '24.0.0', prettier: '3.0.0' };
    const edits = {
      'package.json': `${JSON.stringify(packageJson, null, 2)}\n`,
      'topicmill.yaml': `${after()['topicmill.yaml']}baseHref: /docs\n`,
      '.gitignore': `${after()['.gitignore']}mine\n`.replace('.topicmill\n', '/.topicmill\n'),
    };
    const { files, kept } = undone(after(edits));
    expect(JSON.parse(files['package.json']!)).toEqual({
      name: 'x',
      devDependencies: { nx: '24.0.0', prettier: '3.0.0' },
    });
    expect(files['.gitignore']).toBe('out\n/.topicmill\nmine\n');
    expect(files['topicmill.yaml']).toBe(edits['topicmill.yaml']);
    expect(files['nx.json']).toBeUndefined();
    expect(kept.toSorted()).toEqual([
      '.gitignore: .topicmill',
      'package.json: devDependencies.nx',
      'topicmill.yaml: the file, which was changed',
    ]);
  });

  test('leaves hidden from git what builds have left', () => {
    const built = { 'topics/index.json': '{}', '.topicmill/state/a.json': '{}', 'node_modules/a/index.js': '' };
    const { files } = undone(after(built));
    expect(files['.gitignore']).toBe('out\nnode_modules\n.topicmill\n/topics/\n');
    const hiding = planUndo(memoryView(new Map(Object.entries(after(built))))).flatMap((file) => file.hiding);
    expect(hiding).toEqual(['node_modules', '.topicmill', '/topics/']);
  });

  test('takes back a second run too', () => {
    const once = after({ '.gitignore': 'out\n' });
    const { changes } = plan(once);
    expect(changes.map(({ path }) => path)).toEqual(['.gitignore']);
    const record = recordedChanges(memoryView(new Map(Object.entries(once))), changes);
    expect(undone({ ...once, '.gitignore': changes[0]!.text, '.topicmill/init.json': record })).toEqual({
      files: BEFORE,
      kept: [],
    });
  });

  test('takes back nothing by a record of which a letter was changed', () => {
    const record = after()['.topicmill/init.json']!;
    expect(isInitRecord(record)).toBe(true);
    const changed = record.replace('out', 'our');
    expect(changed).not.toBe(record);
    expect(isInitRecord(changed)).toBe(false);
    expect(() => undone(after({ '.topicmill/init.json': changed }))).toThrow(
      expect.objectContaining({ code: 'INIT_RECORD_MISSING' }),
    );
  });

  test('needs the record', () => {
    const missing = expect.objectContaining({ code: 'INIT_RECORD_MISSING' });
    expect(() => planUndo(memoryView(new Map()))).toThrow(missing);
    expect(() => planUndo(memoryView(new Map([['.topicmill/init.json', '{"version":2}']])))).toThrow(missing);
  });
});
