import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { detectSite, findConfigs } from '../../src/site-config/index.js';
import { type DetectedSite, siteSchema } from '../../src/sites/index.js';
import { diskView, memoryView } from './folder-views.js';

const FIXTURES = join(import.meta.dirname, '../../../../fixtures/sites');

function detect(files: Readonly<Record<string, string>>): DetectedSite {
  const view = memoryView(files);
  return detectSite(view, findConfigs(view)[0]!);
}

describe('a fixture site', () => {
  const names = readdirSync(FIXTURES).filter((name) => existsSync(join(FIXTURES, name, 'site.json')));

  // The versions of what is installed are the machine's; the fixtures' settings name those that they were built with.
  it.each(names)('%s has the settings that its addresses need', (name) => {
    const view = diskView(join(FIXTURES, name));
    const [config] = findConfigs(view);
    const { roots } = detectSite(view, config!);
    const expected = JSON.parse(readFileSync(join(FIXTURES, name, 'site.json'), 'utf8')) as {
      docsRoots: { docsRoot: string; site: object }[];
    };
    const comparable = (docsRoot: string, site: object) => {
      // Inclusions have no part in addresses.
      const parsed = { version: undefined, order: undefined, inclusions: undefined, ...siteSchema.parse(site) };
      const { version: _, order: __, inclusions: ___, ...rest } = parsed;
      return { docsRoot, site: rest };
    };
    const byRoot = (left: { docsRoot: string }, right: { docsRoot: string }) =>
      left.docsRoot < right.docsRoot ? -1 : 1;
    expect(roots.map(({ docsRoot, site }) => comparable(docsRoot, site)).sort(byRoot)).toEqual(
      expected.docsRoots.map(({ docsRoot, site }) => comparable(docsRoot, site)).sort(byRoot),
    );
  });
});

it.each<[string, Readonly<Record<string, string>>, object]>([
  [
    'docusaurus',
    { 'docusaurus.config.js': "module.exports = { title: 'Kiln', tagline: 'Fires pots' };" },
    { title: 'Kiln', description: 'Fires pots' },
  ],
  [
    'vitepress',
    { '.vitepress/config.ts': "export default { locales: { root: { title: 'Kiln', description: 'Fires pots' } } };" },
    { title: 'Kiln', description: 'Fires pots' },
  ],
  [
    'starlight',
    {
      'astro.config.mjs':
        "import starlight from '@astrojs/starlight'; export default { integrations: [starlight({ title: { de: 'Ofen', en: 'Kiln' } })] };",
    },
    { title: 'Ofen' },
  ],
  [
    'hugo',
    { 'hugo.toml': 'Title = "Kiln"\n[params]\ndescription = "Fires pots"\n' },
    { title: 'Kiln', description: 'Fires pots' },
  ],
  [
    'mkdocs',
    { 'mkdocs.yml': 'site_name: Kiln\nsite_description: >\n  Fires\n  pots\n' },
    { title: 'Kiln', description: 'Fires pots' },
  ],
  ['mdbook', { 'book.toml': '[book]\ntitle = "Kiln"\n' }, { title: 'Kiln' }],
  ['jekyll', { '_config.yml': 'theme: minima\ntitle: [no text]\ndescription: "  "\n' }, {}],
])('%s has the names that its configuration gives the site', (generator, files, names) => {
  const site = detect(files);
  expect([site.config.generator, site.names]).toEqual([generator, names]);
});

describe('findConfigs', () => {
  it('names the outermost first, and nothing of tests, examples and packages', () => {
    const view = memoryView({
      'packages/site/docusaurus.config.ts': 'export default {};',
      'docs/.vitepress/config.mts': 'export default {};',
      'book.toml': '',
      'examples/blog/hugo.toml': '',
      'node_modules/x/mkdocs.yml': '',
      'app/astro.config.mjs': 'export default {};',
      'config.toml': 'name = "no site"',
    });
    expect(findConfigs(view).map(({ generator, path }) => [generator, path])).toEqual([
      ['mdbook', 'book.toml'],
      ['none', 'app/astro.config.mjs'],
      ['vitepress', 'docs/.vitepress/config.mts'],
      ['docusaurus', 'packages/site/docusaurus.config.ts'],
    ]);
  });
});

it('Starlight knows a language by the lower form of its folder', () => {
  const { roots } = detect({
    'astro.config.mjs': `import starlight from '@astrojs/starlight';
      const locales = { root: { label: 'English', lang: 'en' }, 'pt-br': { label: 'Português', lang: 'pt-BR' } };
      export default { integrations: [starlight({ locales })] };`,
    'src/content/docs/index.md': '',
    'src/content/docs/pt-BR/index.md': '',
  });
  expect(roots.map(({ docsRoot, locale, site }) => [docsRoot, locale, site])).toMatchObject([
    ['src/content/docs', 'en', { locales: ['pt-BR'] }],
    ['src/content/docs/pt-BR', 'pt-BR', { pathPrefix: 'pt-br' }],
  ]);
});

describe('Docusaurus', () => {
  const config = `
    import versions from './versions.json';
    import type { Config } from '@docusaurus/types';
    const common = { showLastUpdateTime: true };
    const config: Config = {
      url: process.env.PREVIEW ?? 'https://example.org',
      baseUrl: '/',
      i18n: { defaultLocale: 'en', locales: ['en', 'fr'] },
      presets: [
        ['classic', { docs: { path: '../docs', lastVersion: versions[0], sidebarPath: require.resolve('./sidebars.js'), ...common } }],
      ],
      plugins: [[require.resolve('@docusaurus/plugin-content-docs'), { id: 'api', path: 'api', routeBasePath: '/api', remarkPlugins: [x] }]],
    };
    export default config;
  `;
  const files = {
    'site/docusaurus.config.ts': config,
    'site/versions.json': '["2.0", "1.0"]',
    'site/sidebars.js':
      "module.exports = { docs: ['intro', { Guides: ['guides/a'] }, { type: 'autogenerated', dirName: 'more' }] };",
    'docs/intro.md': '',
    'site/versioned_docs/version-2.0/intro.md': '',
    'site/versioned_docs/version-1.0/intro.md': '',
    'site/i18n/fr/docusaurus-plugin-content-docs/version-2.0/intro.md': '',
    'site/api/index.md': '',
  };

  it('takes the working pages for a version without pages of its own, where they are published as no other', () => {
    const { 'site/versioned_docs/version-2.0/intro.md': _, ...without } = files;
    const folders = (text: string) =>
      detect({ ...without, 'site/docusaurus.config.ts': text }).roots.map(({ docsRoot, version }) => [
        docsRoot,
        version,
      ]);
    const hidden = config.replace('...common }', 'includeCurrentVersion: false, ...common }');
    expect(folders(hidden)).toContainEqual(['docs', '2.0']);
    expect(folders(hidden)).not.toContainEqual(['docs', 'current']);
    expect(folders(config)).not.toContainEqual(['docs', '2.0']);
  });

  it('has a docs root for each version, language and instance, the current one first', () => {
    const { roots } = detect(files);
    expect(
      roots.map(({ name, docsRoot, version, isCurrent, locale, site }) => [
        name,
        docsRoot,
        version,
        isCurrent,
        locale,
        (site as { routeBasePath?: string }).routeBasePath,
        site.url,
      ]),
    ).toEqual([
      ['docs', 'site/versioned_docs/version-2.0', '2.0', true, 'en', 'docs', 'https://example.org/'],
      [
        'docs-fr',
        'site/i18n/fr/docusaurus-plugin-content-docs/version-2.0',
        '2.0',
        true,
        'fr',
        'docs',
        'https://example.org/fr/',
      ],
      ['docs-current', 'docs', 'current', undefined, 'en', 'docs/next', 'https://example.org/'],
      ['docs-1.0', 'site/versioned_docs/version-1.0', '1.0', undefined, 'en', 'docs/1.0', 'https://example.org/'],
      ['api', 'site/api', undefined, undefined, undefined, 'api', 'https://example.org/'],
    ]);
  });

  it('has docs roots for a blog and for pages that are markdown, where there are any', () => {
    const posts = {
      'site/blog/2024-01-02-first.md': '',
      'site/src/pages/about.mdx': '',
      'site/src/pages/index.tsx': '',
    };
    const found = detect({ ...files, ...posts }).roots.filter(({ docsRoot }) => /blog|pages/.test(docsRoot));
    expect(found).toEqual([
      {
        name: 'blog',
        docsRoot: 'site/blog',
        site: {
          generator: 'docusaurus',
          url: 'https://example.org/',
          content: 'blog',
          inclusions: true,
          routeBasePath: 'blog',
        },
      },
      {
        name: 'pages',
        docsRoot: 'site/src/pages',
        site: {
          generator: 'docusaurus',
          url: 'https://example.org/',
          content: 'pages',
          inclusions: true,
          routeBasePath: '/',
        },
      },
    ]);
    const without = {
      ...files,
      ...posts,
      'site/docusaurus.config.ts': config.replace('docs: {', 'blog: false, docs: {'),
    };
    expect(detect(without).roots.map(({ name }) => name)).not.toContain('blog');
  });

  it('takes the order from sidebars', () => {
    const order = detect(files).roots.find(({ name }) => name === 'docs-current')!.site;
    expect(order).toMatchObject({ order: ['intro', 'guides/a', 'more/'] });
  });

  it('says what could not be read', () => {
    const code =
      "import { base } from 'x';\nexport default { baseUrl: base(), url: 'https://example.org', presets: [['classic', { docs: { exclude: make() } }]] };";
    const { unread, roots } = detect({ 'docusaurus.config.js': code, 'docs/a.md': '' });
    expect(unread).toEqual(['baseUrl', 'presets[0][1].docs.exclude']);
    expect(roots).toMatchObject([{ docsRoot: 'docs', site: { url: 'https://example.org/' } }]);
  });
});

describe('VitePress', () => {
  it('reads functions that pass on what they are given', () => {
    const code = `
      import { defineConfig } from 'vitepress';
      import { withMermaid } from 'vitepress-plugin-mermaid';
      import sidebar from './sidebar';
      export default withMermaid(defineConfig({ base: '/x/', srcDir: 'src', cleanUrls: true as boolean, themeConfig: { sidebar } }));
    `;
    const { roots, unread } = detect({
      'docs/.vitepress/config.ts': code,
      'docs/.vitepress/sidebar.ts':
        "export default { '/guide/': { base: '/guide/', items: [{ link: 'a' }, { items: [{ link: 'b.md#x' }] }] } };",
    });
    expect(unread).toEqual([]);
    expect(roots).toEqual([
      {
        docsRoot: 'docs/src',
        site: { generator: 'vitepress', url: '/x/', cleanUrls: true, inclusions: true, order: ['guide/a', 'guide/b'] },
      },
    ]);
  });

  it('has a docs root for each language with a folder, with its own sidebar', () => {
    const code = `export default {
      srcDir: 'src',
      locales: {
        root: { label: 'English', lang: 'en-US', themeConfig: { sidebar: [{ link: '/a' }] } },
        zh: { label: 'Chinese', lang: 'zh-Hans', themeConfig: { sidebar: [{ link: '/zh/b' }] } },
        fr: { label: 'Without pages' },
      },
    };`;
    const { roots } = detect({
      'docs/.vitepress/config.ts': code,
      'docs/src/a.md': '',
      'docs/src/zh/b.md': '',
    });
    expect(roots).toEqual([
      {
        name: 'en-US',
        docsRoot: 'docs/src',
        locale: 'en-US',
        site: { generator: 'vitepress', locales: ['zh'], inclusions: true, order: ['a', 'zh/b'] },
      },
      {
        name: 'zh',
        docsRoot: 'docs/src/zh',
        locale: 'zh-Hans',
        site: { generator: 'vitepress', pathPrefix: 'zh', inclusions: true, order: ['zh/b'] },
      },
    ]);
  });

  it('does not take a function for rewrites', () => {
    const { roots, unread } = detect({
      'docs/.vitepress/config.js': 'export default { rewrites: (id) => id.slice(1) };',
    });
    expect(unread).toEqual(['rewrites']);
    expect(roots).toEqual([{ docsRoot: 'docs', site: { generator: 'vitepress', inclusions: true } }]);
  });
});

describe('Hugo', () => {
  it('has a docs root for each folder of its content where all are called as its languages, whatever mounts them', () => {
    const config = 'languages:\n  de: { weight: 2 }\n  en: { weight: 1 }\n  fr: { weight: 3 }\n';
    const files = { 'config/_default/hugo.yaml': config, 'content/en/a.md': '', 'content/de/a.md': '' };
    const placesIn = (more: object): unknown[] =>
      detect({ ...files, ...more }).roots.map(({ name, docsRoot, site }) => [name, docsRoot, site]);
    expect(placesIn({})).toEqual([
      ['en', 'content/en', { generator: 'hugo' }],
      ['de', 'content/de', { generator: 'hugo', urlPrefix: 'de' }],
      ['fr', 'content/fr', { generator: 'hugo', urlPrefix: 'fr' }],
    ]);
    const byName = { language: 'en', languages: ['en', 'de', 'fr'] };
    expect(placesIn({ 'content/blog/a.md': '' })[0]).toEqual(['en', 'content', { generator: 'hugo', ...byName }]);
  });

  it('is configured by the files of config/_default and config/production, in any format, over one at the root', () => {
    const { roots, names } = detect({
      'hugo.toml': 'title = "Teas"\nbaseURL = "https://staging.example.org/"\n',
      'config/_default/languages.yaml': 'de: { weight: 2, contentDir: inhalt }\nen: { weight: 1 }\n',
      'config/_default/permalinks.json': '{ "posts": "/:year/:slug/" }',
      'config/_default/module.toml': '[[mounts]]\nsource = "pages"\ntarget = "content"\nlang = "en"\n',
      'config/_default/markup.yaml': 'goldmark: { parser: { autoHeadingIDType: github-ascii } }\n',
      'config/_default/params.yml': 'description: All about tea.\n',
      'config/_default/cascade.yaml':
        "- { target: { path: '/old/**' }, draft: true }\n- { target: { lang: de }, weight: 3 }\n- { target: { environment: staging }, draft: true }\n- { params: { color: red } }\n",
      'config/production/hugo.toml': 'BaseURL = "https://example.org/"\n',
      'config/staging/hugo.toml': 'baseURL = "https://other.example.org/"\n',
      'pages/a.md': '',
      'inhalt/a.md': '',
    });
    expect(names).toEqual({ title: 'Teas', description: 'All about tea.' });
    const drafts = { target: { path: '/old/**' }, draft: true };
    const site = {
      generator: 'hugo',
      url: 'https://example.org/',
      headingIds: 'github-ascii',
      permalinks: { posts: '/:year/:slug/' },
    };
    expect(roots).toEqual([
      { name: 'en', docsRoot: 'pages', locale: 'en', site: { ...site, cascade: [drafts] } },
      {
        name: 'de',
        docsRoot: 'inhalt',
        locale: 'de',
        site: { ...site, urlPrefix: 'de', cascade: [drafts, { target: {}, weight: 3 }] },
      },
    ]);
  });

  it('has a docs root for each language with a folder of its own', () => {
    const config =
      'baseURL: https://example.org/\ndefaultContentLanguage: en\nlanguages:\n  de: { contentDir: content/de, weight: 2 }\n  en: { contentDir: content/en, weight: 1 }\n';
    const { roots } = detect({
      'hugo.yaml': config,
      'content/en/a.md': '',
      'content/de/a.md': '',
      'netlify.toml': 'HUGO_VERSION = "0.120.4"',
    });
    expect(roots).toEqual([
      {
        name: 'en',
        docsRoot: 'content/en',
        locale: 'en',
        site: { generator: 'hugo', url: 'https://example.org/', version: '0.120.4' },
      },
      {
        name: 'de',
        docsRoot: 'content/de',
        locale: 'de',
        site: { generator: 'hugo', url: 'https://example.org/', version: '0.120.4', urlPrefix: 'de' },
      },
    ]);
  });

  it.each([
    ['typographer = false', false],
    ['[markup.goldmark.extensions.typographer]\ndisable = true', false],
    ['[markup.goldmark.extensions.typographer]\ndisable = false', undefined],
    ['', undefined],
  ])('leaves hyphens in headings alone without the typographer: %j', (setting, typographer) => {
    const config = `[markup.goldmark.extensions]\nlinkify = false\n${setting}\n`;
    const [root] = detect({ 'hugo.toml': config, 'content/a.md': '' }).roots;
    expect(root?.site).toEqual({ generator: 'hugo', ...(typographer === undefined ? {} : { typographer }) });
  });

  it('follows mounts', () => {
    const config = '[[module.mounts]]\nsource = "pages"\ntarget = "content"\n';
    expect(detect({ 'hugo.toml': config, 'pages/a.md': '' }).roots).toMatchObject([{ docsRoot: 'pages' }]);
  });
});

describe('MkDocs', () => {
  it('inherits settings: mappings are merged, lists replaced', () => {
    const files = {
      'docs/hi/mkdocs.yml': 'INHERIT: ../en/mkdocs.yml\nmarkdown_extensions: { toc: { separator: _ } }\n',
      'docs/en/mkdocs.yml':
        'INHERIT: ../base.yml\nsite_url: https://example.org/\nmarkdown_extensions:\n  attr_list: {}\n  toc: { permalink: true }\nnav: [index.md]\n',
      'docs/base.yml': 'use_directory_urls: false\nsite_url: https://example.net/\n',
    };
    const view = memoryView(files);
    const config = findConfigs(view).find(({ path }) => path === 'docs/hi/mkdocs.yml')!;
    expect(detectSite(view, config)).toMatchObject({
      roots: [
        {
          docsRoot: 'docs/hi/docs',
          site: {
            generator: 'mkdocs',
            url: 'https://example.org/',
            useDirectoryUrls: false,
            navFile: 'docs/en/mkdocs.yml',
            slugSeparator: '_',
          },
        },
      ],
      unread: [],
    });
  });

  it('takes the default of an address that is in the environment, and names one that is there alone', () => {
    const withDefault = detect({ 'mkdocs.yml': 'site_url: !ENV [SITE, "https://example.org/x/"]\n' });
    expect([withDefault.roots, withDefault.unread]).toMatchObject([[{ site: { url: 'https://example.org/x/' } }], []]);
    const without = detect({ 'mkdocs.yml': 'site_url: !ENV SITE\n' });
    expect(without.roots[0]!.site).not.toHaveProperty('url');
    expect(without.unread).toEqual(['the address in site_url']);
    expect(detect({ 'mkdocs.yml': 'site_url: ""\n' }).unread).toEqual([]);
  });

  it.each(['../gone.yml', 'mkdocs.yml'])('says that %s could not be inherited', (inherits) => {
    const { unread } = detect({ 'mkdocs.yml': `INHERIT: ${inherits}\n` });
    expect(unread).toEqual([`the settings of ${inherits}, which it inherits`]);
  });

  it('reads slugs that are Python objects, and names plugins that move pages', () => {
    const config = `docs_dir: documentation
plugins: [search, i18n]
markdown_extensions:
  - pymdownx.emoji: { emoji_index: !!python/name:material.extensions.emoji.twemoji }
  - toc:
      slugify: !!python/object/apply:pymdownx.slugs.slugify
        kwds: { case: lower }
`;
    expect(detect({ 'mkdocs.yml': config, 'documentation/index.md': '' })).toMatchObject({
      unread: ['what the plugin i18n does to pages'],
      roots: [{ docsRoot: 'documentation', site: { slugify: 'pymdownx', attributes: false, emoji: true } }],
    });
  });
});

it.each<[string, string | undefined, readonly string[]]>([
  ['theme: material\nplugins: [blog]\n', 'blog', []],
  ['theme: { name: material }\nplugins:\n  - blog: { blog_dir: ./news, archive: false }\n', 'news', []],
  ['theme: { name: material }\nplugins: { material/blog: { blog_dir: . } }\n', '.', []],
  ['theme: material\nplugins:\n  - blog: { enabled: false }\n', undefined, []],
  ['plugins: [blog]\n', undefined, ['blog']],
  ['theme: material\nplugins:\n  - blog: { post_url_format: "{slug}" }\n', undefined, ['blog']],
  ['theme: material\nplugins:\n  - blog\n  - blog: { blog_dir: news }\n', undefined, ['blog', 'blog']],
  ['plugins: [search, redirects, minify, social, tags, mkdocstrings, git-revision-date-localized]\n', undefined, []],
])(
  'MkDocs has the blog of Material, and plugins that change no page and no address are not named: %j',
  (config, folder, named) => {
    const { roots, unread } = detect({ 'mkdocs.yml': `site_name: x\n${config}` });
    expect(roots[0]!.site['blogFolder']).toBe(folder);
    expect(unread).toEqual(named.map((name) => `what the plugin ${name} does to pages`));
  },
);

it('MkDocs includes snippets where the extension is on, from the folders that it names', () => {
  const siteOf = (extension: string): object =>
    detect({ 'site/mkdocs.yml': `site_name: x\nmarkdown_extensions:\n  - ${extension}\n` }).roots[0]!.site;
  expect(siteOf('admonition')).toEqual({ generator: 'mkdocs', attributes: false });
  expect(siteOf('pymdownx.snippets')).toMatchObject({ inclusions: true, snippetPaths: ['site'] });
  expect(siteOf('markdown_include_variants')).toMatchObject({ inclusions: true, snippetPaths: ['site'] });
  expect(siteOf('pymdownx.snippets: { base_path: [docs/parts, .] }')).toMatchObject({
    inclusions: true,
    snippetPaths: ['site/docs/parts', 'site'],
  });
});

it('mdBook and Jekyll are read from their data', () => {
  expect(
    detect({ 'book.toml': '[book]\nsrc = "text"\n[output.html]\nsite-url = "/book/"\nsmart-punctuation = false\n' })
      .roots,
  ).toEqual([
    { docsRoot: 'text', site: { generator: 'mdbook', url: '/book/', inclusions: true, smartPunctuation: false } },
  ]);
  const siteOf = (html: string): unknown => detect({ 'book.toml': `[output.html]\n${html}` }).roots[0]!.site;
  expect(siteOf('cname = "docs.example.org"')).toMatchObject({ url: 'https://docs.example.org/' });
  expect(siteOf('cname = "docs.example.org"\nsite-url = "/book/"')).toMatchObject({
    url: 'https://docs.example.org/book/',
  });
  expect(siteOf('cname = "docs.example.org"\nsite-url = "https://example.org/b/"')).toMatchObject({
    url: 'https://example.org/b/',
  });
  expect(detect({ '_config.yml': 'theme: minima\nbaseurl: /x\ncollections: [docs]\n' }).roots).toEqual([
    { docsRoot: '.', site: { generator: 'jekyll', url: '/x/', collections: { docs: {} }, optionalFrontMatter: true } },
  ]);
});

it('what decides where Jekyll publishes pages is read: defaults, the time zone, and the pattern of posts', () => {
  const config = [
    'theme: minima',
    'timezone: Europe/Paris',
    'future: true',
    'collections: { posts: { permalink: /news/:title/ } }',
    'defaults:',
    '- { scope: { path: _tea, type: tea }, values: { permalink: /tea/:title/, image: /tea.png } }',
    '- { scope: { path: "" }, values: { layout: page } }',
    '- { values: { nav_order: 3 } }',
    '- nothing',
    '',
  ].join('\n');
  expect(detect({ '_config.yml': config, Gemfile: 'gem "jekyll"\n' }).roots[0]!.site).toEqual({
    generator: 'jekyll',
    timezone: 'Europe/Paris',
    future: true,
    collections: { posts: { permalink: '/news/:title/' } },
    defaults: [
      { path: '_tea', type: 'tea', values: { permalink: '/tea/:title/' } },
      { path: '', values: { nav_order: 3 } },
    ],
  });
});

it('leaves out a time zone that there is not', () => {
  expect(detect({ '_config.yml': 'theme: minima\ntimezone: Mars/Olympus\n' }).roots[0]!.site).not.toHaveProperty(
    'timezone',
  );
});

it.each([
  ['gem "github-pages", group: :jekyll_plugins\n', true],
  ['source "https://rubygems.org"\n\n  gem \'github-pages\' # as on GitHub\n', true],
  ['gem "jekyll"\n# gem "github-pages", group: :jekyll_plugins\n', undefined],
  ['gem "jekyll" # instead of github-pages\n', undefined],
  ['', true],
])('a Gemfile has the plugins of GitHub by a gem, not by a comment: %j', (gemfile, optionalFrontMatter) => {
  const { site } = detect({ '_config.yml': 'theme: minima\n', Gemfile: gemfile }).roots[0]!;
  expect(site).toMatchObject({ generator: 'jekyll' });
  expect((site as { optionalFrontMatter?: boolean }).optionalFrontMatter).toBe(optionalFrontMatter);
});

it('Eleventy is read from the text of its configuration', () => {
  const config = `import anchor from 'markdown-it-anchor';
    export default function (eleventyConfig) {
      eleventyConfig.addPreprocessor('drafts', '*', (data) => data.draft ? false : undefined);
      eleventyConfig.setIncludesDirectory('parts');
    }
    export const config = { dir: { input: 'content' }, pathPrefix: '/manual/' };`;
  const files = {
    'eleventy.config.js': config,
    'content/a.md': '',
    '.eleventyignore': '# mine\ncontent/notes/\nREADME.md\n',
  };
  expect(detect(files).roots).toEqual([
    {
      docsRoot: 'content',
      exclude: ['parts/**', '_data/**', '**/node_modules/**', 'notes', 'notes/**'],
      site: { generator: 'eleventy', url: '/manual/', anchors: 'markdown-it-anchor', drafts: false },
    },
  ]);
  const other = { '.eleventy.js': 'module.exports = (c) => { c.addPlugin(IdAttributePlugin); };', 'a.md': '' };
  expect(detect(other)).toMatchObject({
    roots: [{ docsRoot: '.', site: { generator: 'eleventy' } }],
    unread: ['how ids of headings are made'],
  });
});

it('a configuration that does not parse gives the defaults and says so', () => {
  expect(detect({ 'book.toml': '[' })).toMatchObject({ unread: ['book.toml'], roots: [{ docsRoot: 'src' }] });
  expect(detect({ 'docusaurus.config.js': 'export default {' })).toMatchObject({ unread: ['docusaurus.config.js'] });
});
