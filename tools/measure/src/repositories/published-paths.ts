import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { DomUtils, parseDocument } from 'htmlparser2';

/** The pages of a built site, paired with their topics. Paths are those of addresses, in one form. */
export interface PathComparison {
  readonly published: number;
  /** Published and no topic. */
  readonly missing: readonly string[];
  /** Topics that are not published. */
  readonly extra: readonly string[];
}

/** What generators make of no source file; where a topic has such a name, its page is one like any other. */
const MADE = /(?:^|\/)(?:404|search|tags?|categories|authors|archive|page|genindex|print|toc)(?:\/|$)/;
const REDIRECT = /<meta[^>]+http-equiv="?refresh/i;

/** The paths of the pages of a built site: those of its `sitemap.xml` or `sitemap-0.xml`, else of its HTML files without redirects. */
export function publishedPaths(folder: string): Set<string> {
  const sitemap = ['sitemap-0.xml', 'sitemap.xml'].map((name) => join(folder, name)).find((path) => existsSync(path));
  const paths = sitemap === undefined ? htmlPaths(folder) : addressesIn(readFileSync(sitemap, 'utf8'));
  return new Set(paths.map(pathOfAddress));
}

function addressesIn(sitemap: string): string[] {
  const document = parseDocument(sitemap, { xmlMode: true });
  return DomUtils.getElementsByTagName('loc', document, true).map((location) => DomUtils.textContent(location).trim());
}

function htmlPaths(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.html'))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !REDIRECT.test(readFileSync(file, 'utf8').slice(0, 2000)))
    .map((file) => relative(folder, file).split(sep).join('/'));
}

/** The path of an address without slashes around it, `index.html` and `.html`. */
export function pathOfAddress(address: string): string {
  const path = address.replace(/^[a-z]+:\/\/[^/]+/i, '').replace(/[?#].*$/, '');
  const bare = path.replace(/(^|\/)index\.html$/, '$1').replace(/\.html$/, '');
  return decodeURI(bare).replace(/^\/+|\/+$/g, '');
}

/** @param base path at which the site is published; HTML files are below none */
export function comparePaths(
  published: ReadonlySet<string>,
  topics: ReadonlySet<string>,
  base: string,
): PathComparison {
  const below = (path: string): string =>
    base !== '' && (path === base || path.startsWith(`${base}/`)) ? path.slice(base.length).replace(/^\//, '') : path;
  const isOfSource = (path: string): boolean => bare.topics.has(path) || !MADE.test(path);
  const bare = { published: new Set([...published].map(below)), topics: new Set([...topics].map(below)) };
  return {
    published: [...bare.published].filter(isOfSource).length,
    missing: [...bare.published].filter((path) => isOfSource(path) && !bare.topics.has(path)).sort(),
    extra: [...bare.topics].filter((path) => !bare.published.has(path)).sort(),
  };
}
