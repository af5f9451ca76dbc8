import { describe, expect, it } from 'vitest';
import { detectSite, findConfigs } from '../../src/site-config/index.js';
import type { DetectedSite } from '../../src/sites/index.js';
import { memoryView } from './folder-views.js';

type Files = Readonly<Record<string, string>>;

function detect(build: object, files: Files = {}, path = 'docs/docfx.json'): DetectedSite {
  const view = memoryView({ [path]: `\uFEFF${JSON.stringify({ build })}`, 'docs/a.md': '# A\n', ...files });
  const [config] = findConfigs(view);
  return detectSite(view, config!);
}

const LEARN = { '.openpublishing.publish.config.json': '{}' };

describe('DocFX', () => {
  it('has the pages that build.content names, at the address of the sitemap', () => {
    const { config, names, roots, unread } = detect({
      content: [{ files: ['**/*.{md,yml}', 'toc.yml'], exclude: ['_site/**', './obj/'] }, { files: 'api/*.yml' }],
      globalMetadata: { _appTitle: 'Kiln', _appFooter: 'x' },
      sitemap: { baseUrl: 'https://kiln.example.org' },
    });
    expect([config.generator, names, unread]).toEqual(['docfx', { title: 'Kiln' }, []]);
    expect(roots).toEqual([
      {
        name: 'docs',
        docsRoot: 'docs',
        include: ['**/*.md'],
        exclude: ['_site/**', 'obj/**'],
        site: { generator: 'docfx', url: 'https://kiln.example.org/', inclusions: true },
      },
    ]);
  });

  it('has a docs root for each folder that files are taken from, and a version for each moniker, the newest first', () => {
    const group = (name: string, range: string): object => ({ [name]: { moniker_range: range } });
    const { roots } = detect({
      content: [
        { files: ['**'], src: '9.0', dest: 'module', group: 'old' },
        { files: ['**/*.*', 'x.png'], src: '10.0', dest: '/module/', group: 'new' },
        { files: ['*.md'], src: '../guide', group: 'all' },
      ],
      groups: { ...group('old', 'kiln-9.0'), ...group('new', 'kiln-10.0'), ...group('all', '>=kiln-9.0') },
    });
    const site = { generator: 'docfx', configFolder: 'docs', inclusions: true };
    expect(roots).toEqual([
      { name: 'guide', docsRoot: 'guide', include: ['*.md'], site },
      {
        name: '10.0',
        docsRoot: 'docs/10.0',
        version: 'kiln-10.0',
        isCurrent: true,
        include: ['**/*.md'],
        site: { ...site, pathPrefix: 'module' },
      },
      {
        name: '9.0',
        docsRoot: 'docs/9.0',
        version: 'kiln-9.0',
        include: ['**/*.md'],
        site: { ...site, pathPrefix: 'module' },
      },
    ]);
  });

  it.each([
    [['kiln-9.0', 'kiln-10.0-preview'], 'kiln-9.0'],
    [['kiln-9.0', 'kiln-10.0-rc.1', 'kiln-10.0-beta'], 'kiln-9.0'],
    [['kiln-1-preview', 'kiln-2-preview'], 'kiln-2-preview'],
  ])('of the versions %j, %s is the current one', (versions, current) => {
    const content = versions.map((version) => ({ files: ['**'], src: version, group: version }));
    const groups = Object.fromEntries(versions.map((version) => [version, { moniker_range: version }]));
    const { roots } = detect({ content, groups });
    expect(roots.filter(({ isCurrent }) => isCurrent).map(({ version }) => version)).toEqual([current]);
  });

  it('puts entries of one folder together', () => {
    const content = [{ files: 'a.md' }, { files: ['b/**'], exclude: 'b/c.md' }];
    expect(detect({ content }).roots.map(({ include, exclude }) => [include, exclude])).toEqual([
      [['a.md', 'b/**/*.md'], ['b/c.md']],
    ]);
  });

  it.each([
    [
      'a file',
      '~/crumbs/toc.yml',
      { 'docs/crumbs/toc.yml': '- tocHref: /kiln/fire/\n- tocHref: /\n- tocHref: "/kiln/"\n' },
    ],
    ['the place of a file', '/kiln/guide/crumbs/toc.json', {}],
    ['an address', '/kiln/crumbs/toc.json', {}],
  ])('takes the address on Microsoft Learn from breadcrumbs that are %s', (_, breadcrumb_path, files) => {
    const content = [{ files: ['**/*.md'] }, { files: 'crumbs/toc.yml', dest: 'guide' }];
    const { roots } = detect({ content, globalMetadata: { breadcrumb_path } }, { ...LEARN, ...files });
    expect(roots[0]!.site).toMatchObject({ url: 'https://learn.microsoft.com/kiln/', cleanUrls: true });
  });

  it('has no address where nothing says it', () => {
    const { roots } = detect({ content: ['**/*.md'] }, LEARN);
    expect(roots[0]!.site).toEqual({ generator: 'docfx', cleanUrls: true, inclusions: true });
  });

  it('takes markdown for pages of which YAML is made first', () => {
    const files = { '.openpublishing.publish.config.json': '{ "id": "Microsoft.DocAsCode.MAML2Yaml" }' };
    expect(detect({ content: [{ files: ['**/*.yml'] }] }, files).roots[0]!.include).toEqual(['**/*.md']);
    expect(detect({ content: [{ files: ['**/*.yml'] }] }, LEARN).roots).toEqual([]);
  });

  it('does not count where the file has no content to build', () => {
    expect(findConfigs(memoryView({ 'docfx.json': '{ "metadata": [] }', 'a.md': '# A\n' }))).toEqual([]);
  });
});
