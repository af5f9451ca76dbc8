import { posix } from 'node:path';
import { sha256Hex } from '@topicmill/base/files';
import { compareCodeUnits } from '@topicmill/base/order';
import { decodeIfValid, foldedPath, isAbsoluteUrl, resolveInRoot } from '@topicmill/base/paths';
import type { HtmlPage } from '@topicmill/text/html-pages';

/** What is kept of a page of HTML that was read. */
export interface ReadHtml
  extends Pick<HtmlPage, 'description' | 'language' | 'canonical' | 'isHidden' | 'redirect' | 'textless' | 'version'> {
  /** Of its HTML. */
  readonly hash: string;
  readonly title: string;
  /** Keys of its blocks that other pages may have too. */
  readonly keys: readonly string[];
  /** Links of its navigation; empty but for the first page of the site. */
  readonly navigation: readonly string[];
}

/** A page of HTML as the source of a topic. */
export interface PublishedHtml {
  /** Below the folder of the built site. */
  readonly path: string;
  /** Of its markdown, below the folder of imported pages. */
  readonly target: string;
  readonly title: string;
  readonly description: string | undefined;
  readonly language: string | undefined;
  /** Its address below that of the site. */
  readonly route: string;
  /** Further addresses, which lead to it. */
  readonly aliases: readonly string[] | undefined;
  /** Its place in the navigation. */
  readonly place: number | undefined;
}

/** The pages of a built site. */
export interface PublishedSite {
  readonly pages: readonly PublishedHtml[];
  /** Why the others are not topics, by path. */
  readonly leftOut: ReadonlyMap<string, string>;
  /** Keys of the blocks that frame the text of pages. */
  readonly frame: ReadonlySet<string>;
}

export const FIRST_PAGE = 'index.html';
/** A site with fewer pages has no frame that could be told from its text. */
const MIN_PAGES_WITH_FRAME = 4;
const INDEX = /(^|\/)index\.x?html?$/i;
const ENDING = /\.x?html?$/i;

/**
 * Which pages of a built site are topics, and what the site as a whole says about each.
 *
 * @param url of the site, with its base path
 */
export function publishedSite(pages: ReadonlyMap<string, ReadHtml>, url: string): PublishedSite {
  const frame = frameKeys(pages.values());
  const { published, leftOut } = choosePages(pages, frame, url);
  const titles = [...pages.values()].map(({ title }) => title);
  const [prefix, suffix] = [commonPart(titles, SITE_BEFORE), commonPart(titles, SITE_AFTER)];
  const places = navigationPlaces(pages.get(FIRST_PAGE)?.navigation ?? []);
  const aliases = redirectAliases(pages);
  const targets = markdownTargets(published);
  return {
    pages: Array.from(published, (path) => {
      const { title, description, language, canonical } = pages.get(path)!;
      return {
        ...{ path, description, language },
        target: targets.get(path)!,
        title: withoutSite(title, prefix, suffix),
        route: routeOf(path, canonical, url),
        aliases: aliases.get(path),
        place: places.get(path),
      };
    }),
    leftOut,
    frame,
  };
}

function choosePages(
  pages: ReadonlyMap<string, ReadHtml>,
  frame: ReadonlySet<string>,
  url: string,
): { published: ReadonlySet<string>; leftOut: Map<string, string> } {
  const leftOut = new Map<string, string>();
  const byAddress = new Map<string, string>();
  for (const [path, page] of pages) {
    const reason =
      reasonToLeaveOut(path, page) ?? (page.keys.every((key) => frame.has(key)) ? 'has no text of its own' : undefined);
    if (reason !== undefined) {
      leftOut.set(path, reason);
      continue;
    }
    const address = page.canonical === undefined ? `\0${path}` : canonicalAddress(path, page.canonical, url);
    const same = byAddress.get(address);
    const isOwn = (each: string): boolean => address.endsWith(routeOf(each, undefined, url));
    const chosen = same === undefined || (isOwn(path) && !isOwn(same)) ? path : same;
    byAddress.set(address, chosen);
    if (same !== undefined) leftOut.set(chosen === path ? same : path, `has the same canonical address as ${chosen}`);
  }
  return { published: new Set(byAddress.values()), leftOut };
}

/** Where a page says that it is, without query and fragment: it may say so from where its file is. */
function canonicalAddress(path: string, canonical: string, url: string): string {
  const bare = canonical.replace(/[?#].*/s, '');
  return isAbsoluteUrl(bare) || bare.startsWith('/') ? bare : `${url}/${posix.join(posix.dirname(path), bare)}`;
}

/** Why a page of HTML is not a topic, by what it says itself. */
export function reasonToLeaveOut(
  path: string,
  { isHidden, redirect, textless }: Pick<HtmlPage, 'isHidden' | 'redirect' | 'textless'>,
): string | undefined {
  if (/(?:^|\/)404(?:\.html?|\/index\.html?)$/i.test(path)) return 'the page for errors';
  if (isHidden) return 'asks not to be found (noindex)';
  if (redirect !== undefined) return `leads to ${redirect}`;
  return textless && `is ${textless}`;
}

/** The keys of blocks that more than half of the pages have: they are the frame of the site. */
export function frameKeys(pages: Iterable<Pick<ReadHtml, 'keys'>>): ReadonlySet<string> {
  const counts = new Map<string, number>();
  let pageCount = 0;
  for (const { keys } of pages) {
    pageCount++;
    for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  if (pageCount < MIN_PAGES_WITH_FRAME) return new Set();
  return new Set([...counts].filter(([, count]) => count > pageCount / 2).map(([key]) => key));
}

/**
 * The blocks of a page without the frame of its site, which is around the text: what is repeated between its texts is text, and
 * so is what is repeated right after the heading of a later section, which would be left without any.
 */
export function withoutFrame<Block extends { readonly key?: string | undefined; readonly level?: number }>(
  blocks: readonly Block[],
  frame: ReadonlySet<string>,
): Block[] {
  const isFrame = ({ key }: Block): boolean => key !== undefined && frame.has(key);
  const isText = (block: Block): boolean => block.level === undefined && !isFrame(block);
  const [first, last] = [blocks.findIndex(isText), blocks.findLastIndex(isText)];
  const isAfterHeading = (at: number): boolean => blocks[at - 1]?.level !== undefined;
  return blocks.filter((block, at) => !isFrame(block) || (at > first && (at < last || isAfterHeading(at))));
}

/**
 * The address of a page below that of its site: as its canonical address writes it, where that leads to the same file.
 */
export function routeOf(path: string, canonical: string | undefined, url: string): string {
  const route = path.replace(INDEX, '$1');
  const base = url.endsWith('/') ? url : `${url}/`;
  if (canonical?.startsWith(base) !== true) return route;
  const written = decodeIfValid(canonical.slice(base.length).replace(/[?#].*/s, ''));
  const isSame = [route, route.replace(ENDING, ''), route.replace(/\/$/, '')].includes(written);
  return isSame ? written : route;
}

/**
 * Where the markdown of pages is. Names that differ in case or Unicode form alone, as those of a class and a function may,
 * are one to some file systems: the second one, in order, has a hash in its name.
 */
function markdownTargets(published: ReadonlySet<string>): ReadonlyMap<string, string> {
  const folders = new Set([...published].flatMap(foldersAbove));
  const taken = new Map<string, string>();
  return new Map(
    [...published].toSorted(compareCodeUnits).map((path) => {
      let [own, target] = ['', ''];
      for (const name of markdownTarget(path, published, folders).split('/')) {
        own = posix.join(own, name);
        const form = foldedPath(posix.join(target, name));
        const isTaken = (taken.get(form) ?? own) !== own;
        if (!isTaken) taken.set(form, own);
        target = posix.join(target, isTaken ? apartFrom(name, own) : name);
      }
      return [path, target];
    }),
  );
}

/** A name with some of the hash of its path before its ending. */
function apartFrom(name: string, path: string): string {
  const { name: stem, ext } = posix.parse(name);
  return `${stem}-${sha256Hex(path).slice(0, 8)}${ext}`;
}

/** `a.html` keeps its ending where there is `a/index.html` too, so that each has an id, or `a.md/`, which is in its place. */
function markdownTarget(path: string, published: ReadonlySet<string>, folders: ReadonlySet<string>): string {
  const bare = path.replace(ENDING, '');
  const hasIndex = ['index.html', 'index.htm', 'index.xhtml'].some((name) => published.has(posix.join(bare, name)));
  return `${hasIndex || folders.has(`${bare}.md`) ? path : bare}.md`;
}

function foldersAbove(path: string): string[] {
  const names = path.split('/').slice(0, -1);
  return names.map((_, at) => names.slice(0, at + 1).join('/'));
}

/** Places in the navigation of the first page, by path. */
function navigationPlaces(hrefs: readonly string[]): ReadonlyMap<string, number> {
  const paths = hrefs.flatMap((href) => {
    if (isAbsoluteUrl(href)) return [];
    const path = resolveInRoot('', decodeIfValid(href.replace(/[?#].*/s, '')));
    return [path, `${path}.html`, posix.join(path, FIRST_PAGE)];
  });
  return new Map([...new Set(paths)].map((path, at) => [path, at + 1]));
}

/** Addresses that lead to a page by a redirect. */
function redirectAliases(pages: ReadonlyMap<string, ReadHtml>): ReadonlyMap<string, string[]> {
  const aliases = new Map<string, string[]>();
  for (const [path, { redirect }] of pages) {
    if (redirect === undefined || isAbsoluteUrl(redirect)) continue;
    const bare = decodeIfValid(redirect.replace(/[?#].*/s, ''));
    const target = resolveInRoot(bare.startsWith('/') ? '' : posix.join(path, '..'), bare);
    const found = [target, `${target}.html`, posix.join(target, FIRST_PAGE)].find((each) => pages.has(each));
    if (found !== undefined) aliases.set(found, [...(aliases.get(found) ?? []), path.replace(INDEX, '$1')]);
  }
  return aliases;
}

/** The name of a site before or after the title of a page, with the sign between them. */
const SITE_BEFORE = /^[^-–—|·»:]+(?:\s[-–—|·»:]|:)\s(?=\S)/;
const SITE_AFTER = /(?<=\S)(?:(?:\s[-–—|·»:]|:)\s[^-–—|·»:]*|\s\([^()]*\))$/;

/** What a pattern finds in the same way in more than half of the titles; `''` without. */
function commonPart(titles: readonly string[], pattern: RegExp): string {
  const counts = new Map<string, number>();
  for (const title of titles) {
    const part = pattern.exec(title)?.[0];
    if (part !== undefined) counts.set(part, (counts.get(part) ?? 0) + 1);
  }
  return [...counts].find(([, count]) => count > titles.length / 2 && count > 1)?.[0] ?? '';
}

function withoutSite(title: string, prefix: string, suffix: string): string {
  const from = prefix !== '' && title.startsWith(prefix) ? prefix.length : 0;
  const to = suffix !== '' && title.endsWith(suffix) ? title.length - suffix.length : title.length;
  return from < to ? title.slice(from, to) : title;
}
