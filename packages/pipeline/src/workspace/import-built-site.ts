import { existsSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { TopicmillError } from '@topicmill/base/diagnostics';
import {
  readDocument,
  readSealedFile,
  refuseLinkOrPipe,
  removeCacheFile,
  sealJson,
  sha256Hex,
  writeCacheFile,
} from '@topicmill/base/files';
import { decodeIfValid, resolveInRoot } from '@topicmill/base/paths';
import { type HtmlPage, type HtmlPageFacts, markdownOf, readHtmlPage } from '@topicmill/text/html-pages';
import { stringify } from 'yaml';
import { IMPORTED_PAGES, type TopicmillConfig } from '../config/index.js';
import { type BuildRecord, CONFIG_FILE, STATE_DIRECTORY } from '../runner/index.js';
import type { LeftOutFile } from '../sources/index.js';
import { walkDocsRoot } from './walk-docs-root.js';

/** What is needed to tell which pages have changed. */
export interface ImportContext {
  /** Names the release of the code that reads. */
  readonly engine: string;
  readonly hashes: Pick<BuildRecord, 'file'>;
}

/** A page of HTML as it was read last. */
interface ReadPage extends Pick<HtmlPageFacts, 'description' | 'language' | 'canonical' | 'isHidden' | 'redirect'> {
  /** Of its HTML. */
  readonly hash: string;
  readonly title: string;
  /** Keys of its blocks that other pages may have too. */
  readonly keys: readonly string[];
  /** Links of its navigation; empty but for the first page of the site. */
  readonly navigation: readonly string[];
  /** Of the markdown that was written of it; `''` where none was. */
  readonly written: string;
}

interface ImportState {
  /** What reading depends on besides the pages. */
  readonly reader: string;
  readonly frame: readonly string[];
  /** By path below the folder of the built site. */
  readonly pages: Readonly<Record<string, ReadPage>>;
}

const STATE = '.topicmill/html.json';
const FIRST_PAGE = 'index.html';
/** A site with fewer pages has no frame that could be told from its text. */
const MIN_PAGES_WITH_FRAME = 4;

/**
 * Writes the pages of a built site as markdown, for the steps of pages to read; a page that has not changed since costs a
 * look at its file. Nothing is done where pages have other sources.
 *
 * @returns pages that are no topics, and why
 * @throws TopicmillError `DOCS_ROOT_MISSING` where the folder of the built site is not there
 */
export function importBuiltSite(
  root: string,
  { site }: Pick<TopicmillConfig, 'site'>,
  { engine, hashes }: ImportContext,
  lineOfFolder: () => number | undefined,
): LeftOutFile[] {
  if (site?.generator !== 'html') return [];
  const { built, content, url } = site;
  refuseMissing(root, built, lineOfFolder);
  const reader = sha256Hex(JSON.stringify([engine, content, url]));
  const before = readState(root, reader);
  const read = new Map<string, HtmlPage>();
  const readPage = (path: string): HtmlPage => {
    const file = posix.join(built, path);
    refuseLinkOrPipe(join(root, file), file);
    const page = read.get(path) ?? readHtmlPage(readDocument(join(root, file), file).text, content);
    read.set(path, page);
    return page;
  };
  const pages = new Map<string, ReadPage>();
  const leftOut = new Map<string, string>();
  for (const path of htmlPathsIn(root, built)) {
    const hash = hashes.file(posix.join(built, path));
    const old = before.pages[path];
    try {
      pages.set(path, old?.hash === hash ? old : pageOf(readPage(path), path, hash));
    } catch (thrown) {
      if (!(thrown instanceof TopicmillError)) throw thrown;
      leftOut.set(path, `cannot be read: ${thrown.message}`);
    }
  }
  const frame = frameOf(pages.values());
  const inFrame = new Set(frame);
  const published = publishedPages(pages, url, leftOut);
  const order = navigationOrder(pages.get(FIRST_PAGE)?.navigation ?? []);
  const suffix = siteSuffix([...pages.values()].map(({ title }) => title));
  const aliases = aliasesOf(pages);
  const after: Record<string, ReadPage> = {};
  for (const [path, page] of pages) {
    const target = markdownPath(path);
    const isPublished = published.has(path);
    if (!isPublished) {
      if (page.written !== '') removeImported(root, target);
      after[path] = { ...page, written: '' };
      continue;
    }
    const frontMatter = frontMatterOf(path, page, { url, suffix, aliases, order });
    const written = sha256Hex([page.hash, frontMatter, ...page.keys.filter((key) => inFrame.has(key))].join('\0'));
    if (written !== page.written || !existsSync(join(root, target))) {
      const blocks = readPage(path).blocks.filter(({ key }) => key === undefined || !inFrame.has(key));
      writeImported(root, target, `---\n${frontMatter}---\n\n${markdownOf(blocks)}`);
    }
    after[path] = { ...page, written };
  }
  for (const path of Object.keys(before.pages)) if (!pages.has(path)) removeImported(root, markdownPath(path));
  const state: ImportState = { reader, frame, pages: after };
  if (JSON.stringify(state) !== JSON.stringify(before)) writeImported(root, STATE, sealJson(state));
  return Array.from(leftOut, ([path, reason]) => ({ path: posix.join(built, path), reason }));
}

/** Paths of the pages below the folder of a built site, sorted. */
function htmlPathsIn(root: string, built: string): string[] {
  const { paths } = walkDocsRoot(root, built, {
    entersFolder: (name) => name !== 'node_modules' && !name.startsWith('.'),
    takesFile: (name) => /\.x?html?$/i.test(name),
    includesIgnored: true,
  });
  return paths.toSorted();
}

/** What the front matter of a page depends on besides the page. */
interface SiteOfPages {
  readonly url: string;
  /** What the site adds to titles. */
  readonly suffix: string;
  readonly aliases: ReadonlyMap<string, string[]>;
  readonly order: ReadonlyMap<string, number>;
}

function frontMatterOf(path: string, page: ReadPage, { url, suffix, aliases, order }: SiteOfPages): string {
  const { title, description, canonical, language } = page;
  return stringify({
    title: title.endsWith(suffix) ? title.slice(0, title.length - suffix.length) : title,
    description,
    permalink: routeOf(path, canonical, url),
    aliases: aliases.get(path),
    lang: language,
    weight: order.get(path),
  });
}

function writeImported(root: string, path: string, content: string | Uint8Array): void {
  writeCacheFile(join(root, STATE_DIRECTORY), join(root, path), content);
}

function removeImported(root: string, path: string): void {
  removeCacheFile(join(root, STATE_DIRECTORY), join(root, path));
}

function refuseMissing(root: string, built: string, lineOfFolder: () => number | undefined): void {
  if (statSync(join(root, built), { throwIfNoEntry: false })?.isDirectory() === true) return;
  const line = lineOfFolder();
  throw new TopicmillError('DOCS_ROOT_MISSING', `The built site "${built}" is not a folder.`, {
    file: CONFIG_FILE,
    ...(line === undefined ? {} : { line }),
    remedy: 'Build the site first, or correct site.built.',
  });
}

function readState(root: string, reader: string): ImportState {
  const file = readSealedFile(join(root, STATE));
  const state = file.status === 'sound' ? (file.content as Partial<ImportState>) : undefined;
  return state?.reader === reader && state.pages !== undefined
    ? (state as ImportState)
    : { reader, frame: [], pages: {} };
}

function pageOf(page: HtmlPage, path: string, hash: string): ReadPage {
  const { title, description, language, canonical, isHidden, redirect, navigation, blocks } = page;
  const keys = [...new Set(blocks.flatMap(({ key }) => key ?? []))];
  return {
    ...{ hash, title, isHidden, keys, written: '' },
    ...(description === undefined ? {} : { description }),
    ...(language === undefined ? {} : { language }),
    ...(canonical === undefined ? {} : { canonical }),
    ...(redirect === undefined ? {} : { redirect }),
    navigation: path === FIRST_PAGE ? navigation : [],
  } as ReadPage;
}

/** Blocks that more than half of the pages have are the frame of the site. */
function frameOf(pages: Iterable<ReadPage>): string[] {
  const counts = new Map<string, number>();
  let pageCount = 0;
  for (const { keys } of pages) {
    pageCount++;
    for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  if (pageCount < MIN_PAGES_WITH_FRAME) return [];
  return [...counts]
    .filter(([, count]) => count > pageCount / 2)
    .map(([key]) => key)
    .sort();
}

/** The pages that become topics; adds the others to `leftOut`. */
function publishedPages(pages: ReadonlyMap<string, ReadPage>, url: string, leftOut: Map<string, string>): Set<string> {
  const byAddress = new Map<string, string>();
  for (const [path, { isHidden, redirect, canonical }] of pages) {
    const reason = /^404\.html?$/i.test(path)
      ? 'the page for errors'
      : isHidden
        ? 'asks not to be found (noindex)'
        : redirect === undefined
          ? undefined
          : `leads to ${redirect}`;
    if (reason !== undefined) {
      leftOut.set(path, reason);
      continue;
    }
    const address = canonical === undefined ? `${url}\0${path}` : canonical.replace(/[?#].*/s, '');
    const same = byAddress.get(address);
    if (same === undefined) byAddress.set(address, path);
    else if (address.endsWith(routeOf(path, undefined, url)) && !address.endsWith(routeOf(same, undefined, url))) {
      leftOut.set(same, `has the same canonical address as ${path}`);
      byAddress.set(address, path);
    } else leftOut.set(path, `has the same canonical address as ${same}`);
  }
  return new Set(byAddress.values());
}

/** Below the site's address: as the page's canonical address writes it, where that leads to the same file. */
function routeOf(path: string, canonical: string | undefined, url: string): string {
  const route = path.replace(/(^|\/)index\.x?html?$/i, '$1');
  const base = url.endsWith('/') ? url : `${url}/`;
  if (canonical?.startsWith(base) !== true) return route;
  const written = decodeIfValid(canonical.slice(base.length).replace(/[?#].*/s, ''));
  const isSame = [route, route.replace(/\.x?html?$/i, ''), route.replace(/\/$/, '')].includes(written);
  return isSame ? written : route;
}

function markdownPath(path: string): string {
  return posix.join(IMPORTED_PAGES, `${path.replace(/\.x?html?$/i, '')}.md`);
}

/** Places in the navigation of the first page, by path. */
function navigationOrder(hrefs: readonly string[]): ReadonlyMap<string, number> {
  const paths = hrefs.flatMap((href) => {
    if (/^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(href)) return [];
    const path = resolveInRoot('', decodeIfValid(href.replace(/[?#].*/s, '')));
    const isFolder = path === '' || /\/(?:[?#]|$)/.test(href);
    return [isFolder ? posix.join(path, FIRST_PAGE) : path, `${path}.html`, posix.join(path, FIRST_PAGE)];
  });
  return new Map([...new Set(paths)].map((path, at) => [path, at + 1]));
}

/** Addresses that lead to a page by a redirect. */
function aliasesOf(pages: ReadonlyMap<string, ReadPage>): ReadonlyMap<string, string[]> {
  const aliases = new Map<string, string[]>();
  for (const [path, { redirect }] of pages) {
    if (redirect === undefined || /^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(redirect)) continue;
    const bare = decodeIfValid(redirect.replace(/[?#].*/s, ''));
    const target = bare.startsWith('/') ? resolveInRoot('', bare) : resolveInRoot(posix.dirname(path), bare);
    for (const each of [target, `${target}.html`, posix.join(target, FIRST_PAGE)]) {
      if (!pages.has(each)) continue;
      aliases.set(each, [...(aliases.get(each) ?? []), path.replace(/(^|\/)index\.x?html?$/i, '$1')]);
      break;
    }
  }
  return aliases;
}

/** What more than half of the titles end with, from the sign before the name of the site on; `''` without. */
function siteSuffix(titles: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const title of titles) {
    const suffix = /\s[-–—|·»:]\s[^-–—|·»:]*$/.exec(title)?.[0];
    if (suffix !== undefined) counts.set(suffix, (counts.get(suffix) ?? 0) + 1);
  }
  const found = [...counts].find(([, count]) => count > titles.length / 2 && count > 1);
  return found?.[0] ?? '';
}
