import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SiteSettings } from '@topicmill/pipeline/sites';
import { expect } from 'vitest';
import { type BuiltSite, type ComputedSite, FIXTURES } from './fixture-site.js';

/** Asserts that the computed pages and addresses of a fixture site are those of the built one. */
export function expectSameSite(name: string, computed: ComputedSite, built: BuiltSite): void {
  const publishedPaths = Object.keys(built.pages).filter((path) => !computed.leftOut.has(path));
  expect([...computed.pages.keys()].sort()).toEqual(publishedPaths.sort());
  const htmlFiles = new Set(Object.values(built.pages).map(({ html }) => html));
  for (const [path, { url, sectionUrls }] of computed.pages) {
    const page = built.pages[path]!;
    const base = computed.settings[0]!.url;
    expect({ path, html: htmlFile(url, base, htmlFiles) }).toEqual({ path, html: page.html });
    if (page.canonical !== undefined) expect({ path, url }).toEqual({ path, url: new URL(page.canonical).href });
    const tags = writtenIds(readFileSync(join(FIXTURES, name, path), 'utf8'));
    const ids = page.headingIds.filter((id) => !tags.has(id));
    const anchors = sectionUrls.map((section) => decodeURIComponent(section.slice(section.indexOf('#') + 1)));
    expect({ path, anchors }).toEqual({ path, anchors: ids });
    for (const section of sectionUrls) expect(section.slice(0, section.indexOf('#'))).toBe(url);
  }
}

/** The file that a server sends for an address. */
function htmlFile(url: string, base: SiteSettings['url'], files: ReadonlySet<string>): string {
  const path = decodeURI(url.slice(base.replace(/\/$/, '').length + 1)).replaceAll('%23', '#');
  const candidates =
    path === '' || path.endsWith('/') ? [`${path}index.html`] : [path, `${path}.html`, `${path}/index.html`];
  return candidates.find((each) => files.has(each)) ?? candidates.join(' or ');
}

/** Ids of tags in a page's source. */
function writtenIds(source: string): Set<string> {
  return new Set(Array.from(source.matchAll(/<h\d id="([^"]+)"/g), ([, id]) => id!));
}

/** Asserts that the page after each page is the one that the built site's own link leads to. */
export function expectSameOrder(computed: ComputedSite, built: BuiltSite): void {
  const pathOf = new Map(Object.entries(built.pages).map(([path, { html }]) => [html, path]));
  const order = [...computed.pages.keys()];
  const named = computed.settings.flatMap((settings) => ('order' in settings ? (settings.order ?? []) : []));
  for (const [path, { next }] of Object.entries(built.pages)) {
    const following = next === undefined ? undefined : pathOf.get(next);
    if (following === undefined || computed.leftOut.has(path)) continue;
    // VitePress leads from a page that its sidebar does not name to the sidebar's first.
    const isNamed = named.some((name) => path === `docs/${name}.md` || path === `docs/${name}/index.md`);
    if (built.generator.startsWith('vitepress') && !isNamed) continue;
    expect({ path, next: order[order.indexOf(path) + 1] }).toEqual({ path, next: following });
  }
}
