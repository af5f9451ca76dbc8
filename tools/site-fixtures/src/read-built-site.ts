import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { compareCodeUnits } from '@topicmill/base/order';
import { DomUtils, parseDocument } from 'htmlparser2';

type Document = ReturnType<typeof parseDocument>;
type Element = ReturnType<typeof DomUtils.getElementsByTagName>[number];

/** A page of a built site that names the file that it was made from. */
export interface HtmlPage {
  /** Path of the HTML file below the output folder. */
  readonly html: string;
  readonly canonical?: string;
  readonly headingIds: readonly string[];
  /** Path of the HTML file of the next page, by its link. */
  readonly next?: string;
}

const MARK = /This page is file (\S(?:.*?\S)?\.(?:mdx?|markdown))\./;

/**
 * The pages of a built site by the source file that they name. A text that several pages show, such as the replacements
 * of missing translations, counts for the one with the shortest path.
 *
 * @param contentClass class of the element around the content; its `main` element without one
 */
export function readBuiltSite(folder: string, contentClass: string | undefined): Record<string, HtmlPage> {
  const pages: Record<string, HtmlPage> = {};
  const files = htmlFiles(folder);
  for (const html of files) {
    const document = parseDocument(readFileSync(join(folder, html), 'utf8'));
    const path = MARK.exec(DomUtils.textContent(document))?.[1];
    if (path === undefined || (pages[path]?.html.length ?? Infinity) <= html.length) continue;
    const canonical = canonicalOf(document);
    const headingIds = headingsIn(contentOf(document, contentClass)).flatMap((heading) => idOf(heading) ?? []);
    const next = nextOf(document, html, files);
    pages[path] = {
      html,
      ...(canonical === undefined ? {} : { canonical }),
      headingIds,
      ...(next === undefined ? {} : { next }),
    };
  }
  return Object.fromEntries(Object.entries(pages).sort(([left], [right]) => compareCodeUnits(left, right)));
}

function htmlFiles(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile() && entry.name.endsWith('.html'));
  return files.map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/')).sort();
}

function canonicalOf(document: Document): string | undefined {
  const links = DomUtils.getElementsByTagName('link', document, true);
  const link = links.find(({ attribs }) => attribs['rel'] === 'canonical');
  return link?.attribs['href'];
}

function nextOf(document: Document, from: string, files: readonly string[]): string | undefined {
  const isNext = ({ rel = '', class: names = '' }: Element['attribs']) =>
    rel === 'next' || /pagination-nav__link--next|pager-link next/.test(names);
  const link = DomUtils.getElementsByTagName('a', document, true).find(({ attribs }) => isNext(attribs));
  if (link === undefined) return undefined;
  const { pathname } = new URL(link.attribs['href']!, `http://site/${encodeURI(from)}`);
  const path = decodeURIComponent(pathname.slice(1));
  // A site may be below a base path, which its files do not have.
  for (let rest = path; ; rest = rest.slice(rest.indexOf('/') + 1)) {
    const found = [rest, `${rest.replace(/\/$/, '')}/index.html`.replace(/^\//, ''), `${rest}.html`].find((each) =>
      files.includes(each),
    );
    if (found !== undefined) return found;
    if (!rest.includes('/')) return undefined;
  }
}

function contentOf(document: Document, contentClass: string | undefined): readonly Element[] {
  if (contentClass === undefined) return DomUtils.getElementsByTagName('main', document, true);
  const hasClass = (names = '') => names.split(/\s+/).includes(contentClass);
  return DomUtils.getElements({ class: hasClass }, [document], true) as Element[];
}

/** Of the outermost content elements only, so that no heading counts twice. */
function headingsIn(content: readonly Element[]): Element[] {
  const outer = DomUtils.removeSubsets([...content]) as Element[];
  return DomUtils.getElements({ tag_name: (name) => /^h[1-6]$/.test(name) }, outer, true) as Element[];
}

/** The heading that generators write above footnotes is not part of the page. */
function idOf({ attribs }: Element): string | undefined {
  return attribs['id'] === 'footnote-label' ? undefined : attribs['id'];
}
