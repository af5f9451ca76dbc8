import { describe, expect, it } from 'vitest';
import { type LinkTarget, SiteLinks } from '../../src/sources/index.js';
import { testSite } from './site.js';

const FILES = {
  'index.md': 'Start.',
  'guide/index.md': 'Guide.',
  'guide/first.md': 'First.',
  'guide/second step.md': 'Second.',
};

/** In Hugo an `index.md` makes its folder one page. */
const HUGO_FILES = Object.fromEntries(
  Object.entries(FILES).map(([path, text]) => [path.replace('index.md', '_index.md'), text]),
);

function resolve(
  settings: object,
  from: string,
  href: string,
  files: Readonly<Record<string, string>> = FILES,
): string {
  const { settings: parsed, site } = testSite(settings, files);
  const target = new SiteLinks(site, parsed).resolve(href, site.pages.find(({ path }) => path === from)!);
  return shown(target);
}

function shown(target: LinkTarget): string {
  switch (target.kind) {
    case 'page':
      return target.page.path + (target.anchor === undefined ? '' : `#${target.anchor}`);
    case 'url':
      return `url ${target.url}`;
    case 'file':
      return `file ${target.path}`;
    case 'unknown':
      return 'unknown';
  }
}

const VITEPRESS = { generator: 'vitepress', url: 'https://example.org/base/' };
const DOCUSAURUS = { generator: 'docusaurus', url: 'https://example.org/base/' };
const STARLIGHT = { generator: 'starlight', url: 'https://example.org/base/' };
const HUGO = { generator: 'hugo', url: 'https://example.org/base/' };
const MKDOCS = { generator: 'mkdocs', url: 'https://example.org/base/' };
const JEKYLL = { generator: 'jekyll', url: 'https://example.org/base/', optionalFrontMatter: true };

describe.each<[string, object, string, string, string]>([
  ['a file', VITEPRESS, 'guide/index.md', './first.md#step', 'guide/first.md#step'],
  ['a file without its extension', VITEPRESS, 'guide/index.md', 'first', 'guide/first.md'],
  ['a file as HTML', VITEPRESS, 'guide/index.md', './first.html', 'guide/first.md'],
  ['a path from the docs root', VITEPRESS, 'guide/index.md', '/guide/first', 'guide/first.md'],
  ['a folder', VITEPRESS, 'guide/first.md', '/guide/', 'guide/index.md'],
  ['the first page', VITEPRESS, 'guide/first.md', '/', 'index.md'],
  ['an encoded name', VITEPRESS, 'index.md', './guide/second%20step.md', 'guide/second step.md'],
  ['a place on the same page', VITEPRESS, 'guide/first.md', '#über', 'guide/first.md#über'],
  ['an encoded place', VITEPRESS, 'guide/first.md', '#%C3%BCber', 'guide/first.md#über'],
  ['elsewhere', VITEPRESS, 'index.md', 'https://example.com/a', 'url https://example.com/a'],
  ['the site itself', VITEPRESS, 'index.md', 'https://example.org/base/guide/first.html#x', 'guide/first.md#x'],
  ['an image', VITEPRESS, 'guide/first.md', './images/a.png', 'file guide/images/a.png'],
  ['a file', DOCUSAURUS, 'guide/first.md', '../index.md', 'index.md'],
  ['a file from the repository', DOCUSAURUS, 'guide/first.md', '@site/docs/guide/index.md', 'guide/index.md'],
  ['an address', DOCUSAURUS, 'index.md', '/docs/guide/first', 'guide/first.md'],
  ['a relative address', DOCUSAURUS, 'guide/index.md', 'first', 'guide/first.md'],
  ['an address below the page', STARLIGHT, 'guide/index.md', 'first/', 'guide/first.md'],
  ['an address next to the page', STARLIGHT, 'guide/first.md', '../second-step/', 'guide/second step.md'],
  ['an address with its base', STARLIGHT, 'index.md', '/base/guide/first/#a', 'guide/first.md#a'],
  ['a shortcode', HUGO, '_index.md', '{{< ref "guide/first.md#step" >}}', 'guide/first.md#step'],
  ['a relative shortcode', HUGO, 'guide/first.md', '{{% relref "/guide" %}}', 'guide/_index.md'],
  ['an address', HUGO, 'guide/first.md', '/base/guide/second-step/', 'guide/second step.md'],
  ['another shortcode', HUGO, 'guide/first.md', '{{< param base >}}/x', 'unknown'],
  ['a file', MKDOCS, 'guide/first.md', 'second step.md', 'guide/second step.md'],
  ['a folder', MKDOCS, 'index.md', 'guide/', 'guide/index.md'],
  ['a tag', JEKYLL, 'index.md', '{% link guide/first.md %}#step', 'guide/first.md#step'],
  ['a filter', JEKYLL, 'index.md', "{{ '/guide/first.html' | relative_url }}", 'guide/first.md'],
  ['a variable', JEKYLL, 'index.md', '{{ site.baseurl }}/guide/first.html#a', 'guide/first.md#a'],
  ['a file', { generator: 'none' }, 'guide/first.md', '../guide/', 'guide/index.md'],
])('a link to %s', (_, settings, from, href, expected) => {
  it(`${(settings as { generator: string }).generator}: ${href}`, () => {
    expect(resolve(settings, from, href, settings === HUGO ? HUGO_FILES : FILES)).toBe(expected);
  });
});

it.each([
  ['~/glaze.md#wood', 'glaze.md#wood'],
  ['../glaze.md', 'glaze.md'],
  ['/kiln/glaze?view=x#wood', 'glaze.md#wood'],
  ['xref:Kiln.Fire', 'url xref:Kiln.Fire'],
])('a link of DocFX: %s', (href, expected) => {
  const settings = { generator: 'docfx', url: 'https://learn.example.org/kiln/', cleanUrls: true };
  expect(resolve(settings, 'fire/cone.md', href, { 'fire/cone.md': 'A.', 'glaze.md': 'B.' })).toBe(expected);
});

it('leads to an unlisted page by its address', () => {
  const files = { 'a.md': 'Text.', 'b.md': '---\nunlisted: true\n---\n' };
  expect(resolve(DOCUSAURUS, 'a.md', './b', files)).toBe('url https://example.org/base/docs/b');
});

it('follows aliases', () => {
  const files = { 'a.md': 'Text.', 'b.md': '---\naliases: [/old/]\n---\n\nText.\n' };
  expect(resolve(HUGO, 'a.md', '/old/', files)).toBe('b.md');
});
