import { expect, test } from 'vitest';
import { rootsOfVersionFolders } from '../../src/init/version-folders.js';
import type { DetectedRoot } from '../../src/sites/index.js';
import { memoryView } from './memory-view.js';

const PAGES = ['_index.md', 'start.md', 'deep/more.md', 'deep/most.md'];
const ROOT: DetectedRoot = { docsRoot: 'content/en', site: { generator: 'hugo', url: 'https://example.org/' } };

function found(folders: Readonly<Record<string, readonly string[]>>, root = ROOT) {
  const files = Object.entries(folders).flatMap(([folder, names]) =>
    names.map((name): [string, string] => [`${folder}/${name}`, '# Page\n']),
  );
  return rootsOfVersionFolders(memoryView(new Map(files)), root);
}

test('folders of versions are a docs root each, at the same addresses, the newest current, and the rest is one', () => {
  const folders = {
    'content/en': ['about.md'],
    'content/en/docs/v3.9': PAGES,
    'content/en/docs/v3.10': PAGES,
    'content/en/docs/v3.x': PAGES,
    'content/en/docs/v1.0': ['other.md', 'start.md'],
  };
  const site = (pathPrefix: string) => ({ ...ROOT.site, pathPrefix });
  const version = (name: string, more: Partial<DetectedRoot> = {}) => ({
    ...{ name, docsRoot: `content/en/docs/${name}`, version: name, ...more, site: site(`docs/${name}`) },
  });
  expect(found(folders)).toEqual([
    version('v3.x', { isCurrent: true }),
    version('v3.10'),
    version('v3.9'),
    version('v1.0'),
    { ...ROOT, name: 'pages', exclude: ['docs/v3.x/**', 'docs/v3.10/**', 'docs/v3.9/**', 'docs/v1.0/**'] },
  ]);
});

test.each([
  ['title: Docs 3\ncascade:\n  name: v3-DRAFT', 'v2'],
  ['title: Docs 3', 'v3'],
  ['draft: false\ntitle: Previews', 'v3'],
])('a version that calls itself a preview is not current: %s', (frontMatter, current) => {
  const files = ['v3', 'v2', 'v1'].flatMap((folder) =>
    PAGES.map((name): [string, string] => [`content/en/${folder}/${name}`, '# Page\n']),
  );
  const view = memoryView(new Map([...files, ['content/en/v3/_index.md', `---\n${frontMatter}\n---\n\n# Docs\n`]]));
  const roots = rootsOfVersionFolders(view, ROOT);
  expect(roots.filter(({ isCurrent }) => isCurrent).map(({ version }) => version)).toEqual([current]);
});

test.each<[readonly string[], readonly string[], string]>([
  [['docs', 'v1.9-docs', 'v1.10-docs'], ['docs', 'v1.10-docs', 'v1.9-docs'], 'docs'],
  [['latest', 'version-1.0', 'version-2.0'], ['latest', 'version-2.0', 'version-1.0'], 'latest'],
  [['main', 'v1', 'v2'], ['main', 'v2', 'v1'], 'v2'],
  [['3x', '4x', '5x'], ['5x', '4x', '3x'], '5x'],
])('of %j the versions are %j', (folders, versions, current) => {
  const roots = found(Object.fromEntries(folders.map((folder) => [`content/en/${folder}`, PAGES])));
  expect(roots.map(({ version }) => version)).toEqual(versions);
  expect(roots.filter(({ isCurrent }) => isCurrent).map(({ version }) => version)).toEqual([current]);
});

test('nothing is left for the rest where there are only versions; what a docs root is called and is a part of stays', () => {
  const root: DetectedRoot = { ...ROOT, name: 'en', locale: 'en', exclude: ['drafts/**'] };
  const roots = found({ 'content/en/1.0': PAGES, 'content/en/2.0': PAGES }, root);
  expect(roots.map(({ name, locale, exclude, version }) => [name, locale, exclude, version])).toEqual([
    ['en-2.0', 'en', ['drafts/**'], '2.0'],
    ['en-1.0', 'en', ['drafts/**'], '1.0'],
  ]);
});

test('without a generator, addresses follow the files', () => {
  const site: DetectedRoot['site'] = {
    generator: 'none',
    url: 'https://example.org/',
    permalink: 'docs/{path}/',
    order: ['v1.0/start'],
  };
  const roots = found({ 'docs/v1.0': PAGES, 'docs/v2.0': PAGES }, { docsRoot: 'docs', site });
  expect(roots.map(({ site: each }) => each)).toEqual(
    ['v2.0', 'v1.0'].map((name) => ({
      ...{ generator: 'none', url: 'https://example.org/', permalink: `docs/${name}/{path}/` },
    })),
  );
});

test.each<[string, Readonly<Record<string, readonly string[]>>, DetectedRoot]>([
  ['chapters', { 'content/en/1': PAGES, 'content/en/2': PAGES }, ROOT],
  ['one version', { 'content/en/docs/v3.9': PAGES, 'content/en/docs/latest': PAGES }, ROOT],
  ['other pages', { 'content/en/v1': PAGES, 'content/en/v2': ['a.md', 'b.md', 'c.md'] }, ROOT],
  ['few pages', { 'content/en/v1': ['_index.md', 'a.md'], 'content/en/v2': ['_index.md', 'a.md'] }, ROOT],
  ['a version of its own', { 'content/en/v1': PAGES, 'content/en/v2': PAGES }, { ...ROOT, version: '1' }],
  [
    'a generator without a setting for it',
    { 'docs/v1.0': PAGES, 'docs/v2.0': PAGES },
    { docsRoot: 'docs', site: { generator: 'mkdocs' } },
  ],
])('with %s the docs root stays', (_, folders, root) => {
  expect(found(folders, root)).toEqual([root]);
});
