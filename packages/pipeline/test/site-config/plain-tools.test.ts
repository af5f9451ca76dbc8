import { describe, expect, it } from 'vitest';
import { detectSite, findConfigs } from '../../src/site-config/index.js';
import type { DetectedSite } from '../../src/sites/index.js';
import { memoryView } from './folder-views.js';

type Files = Readonly<Record<string, string>>;

const PAGE = '# Page\n\nText.\n';

function detectAll(files: Files): DetectedSite[] {
  const view = memoryView(files);
  return findConfigs(view).map((config) => detectSite(view, config));
}

function detect(files: Files): DetectedSite {
  return detectAll(files)[0]!;
}

describe('a tool whose addresses are not computed', () => {
  it('Astro: each collection of content, and each language of one, is a docs root; docs and the default language first', () => {
    const site = detect({
      'astro.config.mjs': "export default { i18n: { defaultLocale: 'de' } };",
      'src/content/blog/first.md': PAGE,
      'src/content/docs/en/intro.mdx': PAGE,
      'src/content/docs/de/intro.mdx': PAGE,
      'src/pages/about.md': PAGE,
      'docs/notes.md': PAGE,
    });
    expect(site.config).toMatchObject({ generator: 'none', tool: 'Astro' });
    expect(site.roots.map(({ name, docsRoot, locale }) => [name, docsRoot, locale])).toEqual([
      ['docs-de', 'src/content/docs/de', 'de'],
      ['docs-en', 'src/content/docs/en', 'en'],
      ['blog', 'src/content/blog', undefined],
      ['pages', 'src/pages', undefined],
    ]);
  });

  it('a collection with another folder next to languages, or a page, is one docs root', () => {
    const files = { 'astro.config.mjs': 'export default {};', 'src/content/docs/en/a.md': PAGE };
    const docsRoots = (more: Files): string[] => detect({ ...files, ...more }).roots.map(({ docsRoot }) => docsRoot);
    expect(docsRoots({ 'src/content/docs/api/a.md': PAGE })).toContain('src/content/docs');
    expect(docsRoots({ 'src/content/docs/de/a.md': PAGE, 'src/content/docs/b.md': PAGE })).toContain(
      'src/content/docs',
    );
  });

  it('Mintlify: the folder of docs.json in the order of its navigation, without snippets', () => {
    const navigation = {
      tabs: [{ tab: 'A', groups: [{ group: 'B', root: 'start', pages: ['one', { group: 'C', pages: ['/two/x'] }] }] }],
    };
    const json = { $schema: 'https://mintlify.com/docs.json', name: 'Kiln', navigation };
    const site = detect({ 'docs/docs.json': JSON.stringify(json), 'docs/one.mdx': PAGE });
    expect([site.config.tool, site.names.title]).toEqual(['Mintlify', 'Kiln']);
    expect(site.roots).toMatchObject([{ docsRoot: 'docs', site: { order: ['start', 'one', 'two/x'] } }]);
    expect(site.roots[0]!.exclude).toContain('snippets/**');
  });

  it('Mintlify: pages are at their paths, without what it ignores and what .mintignore names', () => {
    const json = JSON.stringify({ $schema: 'https://mintlify.com/docs.json', navigation: { pages: ['index'] } });
    const { roots } = detect({
      'docs.json': json,
      '.mintignore': '# Notes\ndrafts/\n*.draft.mdx\n/internal/plan.md\n!drafts/a.mdx\n',
      'index.mdx': PAGE,
      'README.md': PAGE,
    });
    expect(roots).toMatchObject([{ docsRoot: '.', site: { generator: 'none', permalink: '{path}' } }]);
    expect(roots[0]!.exclude).toEqual(
      expect.arrayContaining(['**/README.md', '**/drafts/**', '**/*.draft.mdx', 'internal/plan.md']),
    );
    expect(roots[0]!.exclude!.filter((glob) => glob.includes('!drafts'))).toEqual([]);
  });

  it('Hexo is not taken for Jekyll: its pages and its posts', () => {
    const site = detect({ '_config.yml': 'title: Kiln\ntheme: navy\npermalink: news/:title/\nnew_post_name: x.md\n' });
    expect([site.config.tool, site.names]).toEqual(['Hexo', { title: 'Kiln' }]);
    expect(site.roots.map(({ docsRoot }) => docsRoot)).toEqual(['source', 'source/_posts']);
  });

  it('Zola: its content, with the addresses of its pages', () => {
    const { config, roots } = detect({ 'docs/config.toml': 'base_url = "https://x.org"\n', 'docs/content/a.md': PAGE });
    expect([config.tool, roots]).toMatchObject([
      'Zola',
      [{ docsRoot: 'docs/content', site: { generator: 'none', url: 'https://x.org/', permalink: '{path}/' } }],
    ]);
  });

  it('Nextra and Fumadocs: the folder of their pages', () => {
    const nextra = { 'docs/next.config.mjs': "import nextra from 'nextra';", 'docs/content/index.mdx': PAGE };
    expect(detect(nextra).roots).toMatchObject([{ docsRoot: 'docs/content' }]);
    const config =
      "import { defineDocs } from 'fumadocs-mdx/config'; export const docs = defineDocs({ dir: 'content/docs' });";
    expect(detect({ 'source.config.ts': config }).roots).toMatchObject([{ docsRoot: 'content/docs' }]);
    expect(detectAll({ 'next.config.mjs': 'export default {};' })).toEqual([]);
  });

  it('Sphinx, where it reads markdown: the folder of conf.py without what it excludes', () => {
    const conf = "project = 'Kiln'\nextensions = [\n  'myst_parser',\n]\nexclude_patterns = ['_build', 'old/*.md']\n";
    const site = detect({ 'docs/conf.py': conf, 'docs/a.md': PAGE });
    expect([site.config.tool, site.names.title, site.roots[0]!.docsRoot]).toEqual(['Sphinx', 'Kiln', 'docs']);
    expect(site.roots[0]!.exclude).toEqual(expect.arrayContaining(['_build/**', 'old/*.md']));
    expect(detectAll({ 'docs/conf.py': "extensions = ['sphinx.ext.autodoc']\n" })).toEqual([]);
  });

  it('GitBook: the pages that its summary lists; the summary of an mdBook is part of the book', () => {
    const summary = '# Summary\n\n* [Intro](README.md)\n* [Two](guide/two.md#part)\n* [One](one.md "One")\n';
    const { config, roots } = detect({ 'handbook/SUMMARY.md': summary, 'handbook/one.md': PAGE });
    const site = { generator: 'none', summary: 'SUMMARY.md' };
    expect([config.tool, roots]).toEqual(['GitBook', [{ docsRoot: 'handbook', site }]]);
    const written = { '.gitbook.yaml': 'root: ./docs/\nstructure:\n  summary: ./toc.md\n', 'docs/toc.md': summary };
    expect(detect(written).roots).toEqual([{ docsRoot: 'docs', site: { ...site, summary: 'toc.md' } }]);
    const elsewhere = '* [A](https://example.org/a.md)\n* [B](https://example.org/b.md)\n';
    expect(detectAll({ 'SUMMARY.md': elsewhere, 'a.md': PAGE })).toEqual([]);
    expect(detectAll({ 'book.toml': '', 'src/SUMMARY.md': summary }).map(({ config: { path } }) => path)).toEqual([
      'book.toml',
    ]);
  });

  it('Docsify: the folder of the page that loads it', () => {
    const page = '<script>window.$docsify = {}</script>';
    expect(detect({ 'manual/index.html': page, 'index.html': '<p>Home</p>' }).roots).toMatchObject([
      { docsRoot: 'manual' },
    ]);
  });

  it('Docsify: pages have the order of the sidebar', () => {
    const sidebar =
      '- [Home](/)\n- Glazes\n  - [Ash](glazes/ash.md?id=x "Ash")\n  - [Wood](#/glazes/wood)\n- [Kilns](/kilns/)\n- [Out](https://x.org/a.md)\n- [Ash](/glazes/ash)\n';
    const { roots } = detect({
      'docs/index.html': '<script>window.$docsify = { loadSidebar: true }</script>',
      'docs/_sidebar.md': sidebar,
      'docs/README.md': PAGE,
    });
    expect(roots[0]!.site).toEqual({
      generator: 'none',
      order: ['README', 'glazes/ash', 'glazes/wood', 'kilns/README'],
    });
  });
});

describe('Quarto', () => {
  it('has the pages of a website in the order of its sidebars', () => {
    const config = [
      'project:',
      '  type: website',
      '  render: ["*.qmd", "!drafts/"]',
      'website:',
      '  title: Kiln',
      '  site-url: https://kiln.example.org/docs',
      '  sidebar:',
      '    - contents:',
      '        - section: Glazes',
      '          href: glazes/index.qmd',
      '          contents: [./glazes/ash.qmd, { text: Wood, href: /glazes/wood.qmd }, { text: Out, href: https://x.org }]',
      '',
    ].join('\n');
    const { config: found, names, roots } = detect({ 'docs/_quarto.yml': config, 'docs/index.qmd': PAGE });
    expect([found.generator, names, roots]).toEqual([
      'quarto',
      { title: 'Kiln' },
      [
        {
          docsRoot: 'docs',
          site: {
            generator: 'quarto',
            url: 'https://kiln.example.org/docs/',
            render: ['*.qmd', '!drafts/'],
            order: ['glazes/index', 'glazes/ash', 'glazes/wood'],
          },
        },
      ],
    ]);
  });

  it('has the chapters of a book; a project of single documents is no site', () => {
    const book =
      'project:\n  type: book\nbook:\n  title: Kiln\n  chapters:\n    - index.qmd\n    - part: fire.qmd\n      chapters: [cone.qmd]\n';
    const site = {
      generator: 'quarto',
      render: ['index.qmd', 'fire.qmd', 'cone.qmd'],
      order: ['index', 'fire', 'cone'],
    };
    expect(detect({ '_quarto.yml': book, 'index.qmd': PAGE }).roots).toEqual([{ docsRoot: '.', site }]);
    expect(detectAll({ '_quarto.yml': 'project:\n  title: x\n', 'a.qmd': PAGE })).toEqual([]);
  });
});

describe('VuePress', () => {
  const files: Files = {
    'docs/.vuepress/config.ts':
      "import { defineUserConfig } from 'vuepress'; export default defineUserConfig({ base: '/kiln/', locales: { '/': { lang: 'en-US', title: 'Kiln' }, '/zh/': { lang: 'zh-CN' } }, pagePatterns: ['**/*.md', '!.vuepress', '!drafts'], theme: theme() });",
    'docs/README.md': PAGE,
    'docs/zh/README.md': PAGE,
  };

  it('has a docs root for each language, and its names', () => {
    const { config, names, roots, unread } = detect(files);
    expect([config.generator, names, unread]).toEqual(['vuepress', { title: 'Kiln' }, []]);
    const site = { generator: 'vuepress', url: '/kiln/', exclude: ['drafts'] };
    expect(roots).toEqual([
      { name: 'en-US', docsRoot: 'docs', locale: 'en-US', site: { ...site, locales: ['zh'] } },
      { name: 'zh', docsRoot: 'docs/zh', locale: 'zh-CN', site: { ...site, pathPrefix: 'zh' } },
    ]);
  });

  it('of version 1 may be written in YAML; a pattern of permalinks is named', () => {
    const { roots, unread } = detect({ 'docs/.vuepress/config.yml': 'permalink: /:year/:slug\n', 'docs/a.md': PAGE });
    expect([roots, unread]).toEqual([[{ docsRoot: 'docs', site: { generator: 'vuepress' } }], ['permalink']]);
  });
});

describe('MkDocs with several configurations', () => {
  it('has a docs root for each that is not inherited, the usual name first', () => {
    const sites = detectAll({
      'mkdocs-base.yml': 'site_name: Base\ntheme:\n  language: en\n',
      'mkdocs.yml': 'INHERIT: mkdocs-base.yml\ndocs_dir: docs/en\n',
      'mkdocs_de.yaml': 'INHERIT: mkdocs-base.yml\ndocs_dir: docs/de\ntheme:\n  language: de\n',
      'mkdocs-material.yml': 'python: 3\n',
    });
    expect(
      sites.map(({ config: { path }, roots: [root] }) => [path, root?.name, root?.docsRoot, root?.locale]),
    ).toEqual([
      ['mkdocs.yml', undefined, 'docs/en', 'en'],
      ['mkdocs_de.yaml', 'de', 'docs/de', 'de'],
    ]);
  });

  it('finds mkdocs.yaml', () => {
    expect(detect({ 'mkdocs.yaml': 'site_name: Kiln\n', 'docs/a.md': PAGE }).roots).toMatchObject([
      { docsRoot: 'docs' },
    ]);
  });
});
