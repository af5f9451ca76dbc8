import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { compareCodeUnits } from '@topicmill/base/order';
import { withOneForAll } from '@topicmill/pipeline/steps';
import { DomUtils, parseDocument } from 'htmlparser2';
import type { Row, Table } from '../table-command.js';
import type { TriedRepository } from './try-repository.js';

/** The pages of a built site, paired with their topics. Paths are those of addresses, in one form. */
interface PathComparison {
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

const SHOWN_PATHS = 8;

/** A repository by the name of its clone. */
export interface Tried {
  readonly name: string;
  readonly result: TriedRepository;
}

export function buildsTable(tried: readonly Tried[]): Table {
  return {
    title: 'Repositories as they were cloned: init --yes, build, build again',
    notes: [
      'Diagnostics are those that the end of a build tells; files are those that `git status` names.',
      'Changed again: topics that the last build changed. With Nx that is a third build, without Nx.',
    ],
    columns: [
      'generator',
      'exits',
      'topics',
      'left out',
      'diagnostics',
      's',
      's again',
      'hits',
      'changed again',
      'files',
    ],
    rows: tried.map(({ name, result }): Row => {
      const { generators, exits, topicCount, leftOutCount, buildSeconds, secondSeconds, changedAgain } = result;
      const seconds = [buildSeconds, secondSeconds].map((each) => Math.round(each * 10) / 10);
      const files = result.changedFiles.join(' ');
      const values = [
        generators.join(' '),
        exits.join(' '),
        topicCount,
        leftOutCount,
        withOneForAll(result.diagnostics).length,
      ];
      return { name, values: [...values, ...seconds, result.cacheHits, changedAgain, files] };
    }),
  };
}

export function codesTable(tried: readonly Tried[]): Table {
  const found = tried.flatMap(({ name, result }) =>
    withOneForAll(result.diagnostics).map(({ code }) => ({ code, repository: name })),
  );
  return {
    title: 'Diagnostics by code',
    notes: ['Each counts once, as at the end of a build.'],
    columns: ['diagnostics', 'repositories'],
    rows: [...new Set(found.map(({ code }) => code))].sort(compareCodeUnits).map((name) => {
      const same = found.filter(({ code }) => code === name);
      return { name, values: [same.length, new Set(same.map(({ repository }) => repository)).size] };
    }),
  };
}

export function addressesTable(tried: readonly Tried[], built: string): Table {
  return {
    title: 'Addresses of chunks compared with the pages and ids of the built sites',
    notes: ['Sites of which there is only a sitemap do not count.'],
    columns: ['chunks', 'share', 'without page', 'without id'],
    rows: tried
      .filter(({ name }) => hasHtml(join(built, name)))
      .map(({ name, result }) => {
        const { checked, withoutPage, withoutId } = compareAddresses(
          join(built, name),
          result.chunkAddresses,
          result.base,
        );
        const share = 1 - (withoutPage.length + withoutId.length) / checked;
        return { name, values: [checked, `${(share * 100).toFixed(2)} %`, shown(withoutPage), shown(withoutId)] };
      }),
  };
}

function hasHtml(folder: string): boolean {
  return readdirSync(folder).includes('index.html');
}

function shown(texts: readonly string[]): string {
  return `${texts.length}${texts.length === 0 ? '' : `: ${texts.slice(0, SHOWN_PATHS).join(' ')}`}`;
}

export function pagesTable(tried: readonly Tried[], built: string): Table {
  return {
    title: 'Topics and categories compared with the pages of the built sites',
    notes: ['Pages that generators make of no file, such as 404 and lists of tags, do not count.'],
    columns: ['published', 'missing', 'not published'],
    rows: tried.map(({ name, result }) => {
      const { published, missing, extra } = comparePaths(publishedPaths(join(built, name)), result.paths, result.base);
      return { name, values: [published, shown(missing), shown(extra)] };
    }),
  };
}

/** The addresses of chunks compared with the HTML of a built site. */
interface AddressComparison {
  readonly checked: number;
  /** Addresses whose page the site does not have. */
  readonly withoutPage: readonly string[];
  /** Addresses whose page has no such id. */
  readonly withoutId: readonly string[];
}

/**
 * Looks for the page and the id of every address, as a browser would.
 *
 * @param folder a built site
 * @param base path at which the site is published, without slashes around it; its HTML files are below none
 */
export function compareAddresses(folder: string, addresses: readonly string[], base: string): AddressComparison {
  const idsOfFile = new Map<string, ReadonlySet<string>>();
  const withoutPage: string[] = [];
  const withoutId: string[] = [];
  for (const address of addresses) {
    const { pathname, hash } = new URL(address, 'http://site');
    const file = htmlFile(folder, decodeURI(pathname), base);
    if (file === undefined) {
      withoutPage.push(address);
      continue;
    }
    if (hash === '') continue;
    const ids = idsOfFile.get(file) ?? idsIn(readFileSync(file, 'utf8'));
    idsOfFile.set(file, ids);
    if (!ids.has(decodeURIComponent(hash.slice(1)))) withoutId.push(address);
  }
  return { checked: addresses.length, withoutPage, withoutId };
}

/** The file that a static server sends for a path. */
function htmlFile(folder: string, pathname: string, base: string): string | undefined {
  const path = pathname.slice(1);
  const below = base !== '' && `${path}/`.startsWith(`${base}/`) ? path.slice(base.length).replace(/^\//, '') : path;
  const names =
    below === '' || below.endsWith('/') ? [`${below}index.html`] : [below, `${below}.html`, `${below}/index.html`];
  return names.map((name) => join(folder, name)).find((file) => existsSync(file) && statSync(file).isFile());
}

/** All possible targets of `#`: ids, and names of links. */
function idsIn(html: string): Set<string> {
  const elements = DomUtils.getElementsByTagName('*', parseDocument(html), true);
  return new Set(
    elements.flatMap(({ name, attribs }) => [attribs['id'] ?? [], name === 'a' ? (attribs['name'] ?? []) : []].flat()),
  );
}
