import { decodeIfValid } from '@topicmill/base/paths';
import { withoutHeadingId } from '@topicmill/text/markdown';
import { lowerCase } from '@topicmill/text/words';
import { isFolderPage, joinPath, type SiteSettings, splitPath } from '../sites/index.js';
import type { Site, SitePage } from './site.js';
import { encodePath } from './site-url.js';

/** A block of a page of HTML: a heading, or other text as CommonMark with GFM. */
export type PublishedBlock = PublishedHeading | PublishedText;

interface PublishedText {
  readonly markdown: string;
  /** The same for blocks with the same text. */
  readonly key?: string | undefined;
}

/** A heading of a page of HTML. */
interface PublishedHeading {
  /** 1 to 6. */
  readonly level: number;
  /** As people read it. */
  readonly title: string;
  /** `undefined` for one that no address leads to. */
  readonly id?: string | undefined;
}

/** A page of a built site, as far as pages of markdown are compared with it. */
export interface BuiltPage {
  readonly title: string;
  /** Below the site's address, decoded. */
  readonly route: string;
  /** Address at which its source is edited. */
  readonly editLink?: string | undefined;
  /** Path of its blocks as they were imported, below the workspace's root. */
  readonly blocks: string;
  /** Keys of those that frame the text of all pages of the site. */
  readonly frame?: readonly string[];
  /** Whether it has a text of its own, and not only links to other pages. */
  readonly hasText: boolean;
}

/**
 * The pages of a site with the addresses that its HTML has: of the page whose edit link names the source, else of the one at
 * the address that the rules of the generator give, else at the path of the source. Those without HTML stay as they are.
 *
 * @param built by path below the folder of the built site
 * @param docsRoot below the workspace's root; `''` for the root itself
 */
export function withBuiltPages(
  site: Site,
  built: ReadonlyMap<string, BuiltPage>,
  { url, built: folder = '' }: SiteSettings,
  docsRoot: string,
): Site {
  const base = url.replace(/\/$/, '');
  const edited = editedFiles(built);
  const pages = site.pages.map((page): SitePage => {
    const found = edited.get(joinPath(docsRoot, page.path)) ?? pathAt(page, base, built);
    if (found === undefined) return page;
    const { blocks, route, title, frame, hasText } = built.get(found)!;
    const isSame = isAddressOf(page.url, base, found);
    return {
      ...page,
      ...(page.hasOwnTitle || title === '' ? {} : { title }),
      url: isSame ? page.url : `${base}/${encodePath(route)}`,
      isCategory: page.isCategory && !hasText,
      published: { html: joinPath(folder, found), blocks, ...(frame && { frame }) },
    };
  });
  return { ...site, pages };
}

/** HTML files by the source that their edit link names, below the root of the repository; none that two pages name. */
function editedFiles(built: ReadonlyMap<string, BuiltPage>): ReadonlyMap<string, string> {
  const files = new Map<string, string | undefined>();
  for (const [path, { editLink }] of built) {
    const file = /\/(?:edit|blob|_edit|-\/edit|-\/blob)\/[^/]+\/([^?#]+)/.exec(editLink ?? '')?.[1];
    if (file !== undefined) files.set(decodeIfValid(file), files.has(decodeIfValid(file)) ? undefined : path);
  }
  return new Map([...files].flatMap(([file, path]) => (path === undefined ? [] : [[file, path] as const])));
}

function pathAt(page: SitePage, base: string, built: ReadonlyMap<string, BuiltPage>): string | undefined {
  const { folder, name } = splitPath(page.path);
  const stem = isFolderPage(page.path) ? folder : joinPath(folder, name);
  const routes = [page.url.startsWith(`${base}/`) ? decodeIfValid(page.url.slice(base.length + 1)) : undefined, stem];
  return routes.flatMap((route) => (route === undefined ? [] : filesAt(route))).find((path) => built.has(path));
}

function isAddressOf(url: string, base: string, path: string): boolean {
  return url.startsWith(`${base}/`) && filesAt(decodeIfValid(url.slice(base.length + 1))).includes(path);
}

/** The files that a server may have at a route. */
export function filesAt(route: string): string[] {
  return route === '' || route.endsWith('/') ? [`${route}index.html`] : [route, `${route}.html`, `${route}/index.html`];
}

/** In products of the numbers of headings: larger pages are compared by the order of their headings alone. */
const MAX_COMPARED = 4_000_000;

/**
 * Which headings of the HTML are those of a source: those with the same text in the same order, and between them as many as
 * the source has there. Places in `headings`, `undefined` for a heading that is not found.
 *
 * @param texts of the headings of the source, in markdown
 * @param headings of the HTML, as people read them
 */
export function publishedHeadings(texts: readonly string[], headings: readonly string[]): (number | undefined)[] {
  const wanted = texts.map(comparable);
  const has = headings.map(comparable);
  const places: (number | undefined)[] = texts.map(() => undefined);
  let [source, html] = [0, 0];
  for (const [at, place] of [...commonSequence(wanted, has), [wanted.length, has.length] as const]) {
    const isSameCount = at - source === place - html;
    for (let each = source; isSameCount && each < at; each++) places[each] = html + each - source;
    if (at < wanted.length) places[at] = place;
    [source, html] = [at + 1, place + 1];
  }
  return places;
}

/** Letters and digits of a heading, which is all that markup leaves of it in the same way everywhere. */
function comparable(markdown: string): string {
  const text = withoutHeadingId(markdown)
    .replace(/\]\([^()\s]*\)/g, ']')
    .replace(/<\/?[a-z][^<>]*>/gi, '');
  return lowerCase(text).replace(/[^\p{L}\p{N}]+/gu, '');
}

/** The longest common sequence of two lists of texts, as pairs of places. */
function commonSequence(a: readonly string[], b: readonly string[]): [number, number][] {
  if (a.length * b.length > MAX_COMPARED) return [];
  const width = b.length + 1;
  const lengths = new Uint32Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--) {
      const [down, right] = [lengths[(i + 1) * width + j]!, lengths[i * width + j + 1]!];
      lengths[i * width + j] =
        a[i] === b[j] && a[i] !== '' ? lengths[(i + 1) * width + j + 1]! + 1 : Math.max(down, right);
    }
  const pairs: [number, number][] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j] && a[i] !== '') pairs.push([i++, j++]);
    else if (lengths[(i + 1) * width + j]! >= lengths[i * width + j + 1]!) i++;
    else j++;
  }
  return pairs;
}
