import { expect, test } from 'vitest';
import { withTranslations } from '../../src/init/translated-roots.js';
import type { DetectedRoot } from '../../src/sites/index.js';
import { memoryView } from './memory-view.js';

const PAGES = ['index.md', 'start.md', 'deep/more.md'];

function root(docsRoot: string, more: Partial<DetectedRoot> = {}): DetectedRoot {
  return { docsRoot, site: { generator: 'mkdocs', url: 'https://example.org/' }, ...more };
}

function found(folders: Readonly<Record<string, readonly string[]>>, roots: readonly DetectedRoot[]) {
  const files = Object.entries(folders).flatMap(([folder, names]) =>
    names.map((name): [string, string] => [`${folder}/${name}`, '# Page\n']),
  );
  return withTranslations(memoryView(new Map(files)), roots);
}

test('docs roots that differ by a language are its translations, English first, one of them at the address of both', () => {
  const folders = { 'docs/de/docs': PAGES, 'docs/en/docs': PAGES };
  expect(found(folders, [root('docs/de/docs', { name: 'de' }), root('docs/en/docs', { name: 'en' })])).toEqual([
    root('docs/en/docs', { name: 'en', locale: 'en' }),
    { name: 'de', docsRoot: 'docs/de/docs', locale: 'de', site: { generator: 'mkdocs' } },
  ]);
});

test('an address of its own stays', () => {
  const site = { generator: 'mkdocs', url: 'https://example.org/de/' } as const;
  const roots = [root('docs/en', { name: 'en' }), root('docs/de', { name: 'de', site })];
  expect(found({ 'docs/de': PAGES, 'docs/en': PAGES }, roots)[1]).toEqual({ ...roots[1], locale: 'de' });
});

test('folders next to a docs root that no configuration names are translations if they have its pages', () => {
  const folders = {
    'docs/en/docs': PAGES,
    'docs/pt-br/docs': PAGES.slice(1),
    'docs/zh/docs': ['index.md'],
    'docs/is/docs': ['other.md', 'third.md', 'index.md', 'start.md', 'fifth.md'],
    'docs/tools/docs': PAGES,
  };
  const all = found(folders, [root('docs/en/docs')]);
  expect(all.map(({ name, docsRoot, locale, site: { url } }) => [name, docsRoot, locale, url])).toEqual([
    ['en', 'docs/en/docs', 'en', 'https://example.org/'],
    ['pt-br', 'docs/pt-br/docs', 'pt-br', undefined],
  ]);
});

test.each<[string, Readonly<Record<string, readonly string[]>>, readonly DetectedRoot[]]>([
  ['a language alone', { 'docs/en': PAGES }, [root('docs/en')]],
  ['no language', { 'docs/api': PAGES, 'docs/guide': PAGES }, [root('docs/api', { name: 'api' })]],
  ['other pages', { 'docs/en': PAGES, 'docs/it': ['a.md', 'b.md'] }, [root('docs/en')]],
  ['languages that are known', { 'i18n/de': PAGES, 'i18n/en': PAGES }, [root('i18n/en', { locale: 'en' })]],
])('with %s nothing is added', (_, folders, roots) => {
  expect(found(folders, roots)).toEqual(roots);
});

test('translations in a folder of languages repeat the path of the docs root', () => {
  const folders = {
    content: PAGES,
    'translations/de-DE/content': PAGES,
    'translations/ko-KR/content': [...PAGES, 'a.md', 'b.md', 'c.md', 'd.md'],
    'translations/ja-JP/data': PAGES,
    'teams/de/content': PAGES,
    'teams/sales/content': PAGES,
  };
  const all = found(folders, [root('content')]);
  expect(all.map(({ name, docsRoot, locale, site: { url } }) => [name, docsRoot, locale, url])).toEqual([
    ['en', 'content', 'en', 'https://example.org/'],
    ['de-DE', 'translations/de-DE/content', 'de-DE', undefined],
    ['ko-KR', 'translations/ko-KR/content', 'ko-KR', undefined],
  ]);
});
