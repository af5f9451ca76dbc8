import type { SiteSettings } from '@topicmill/base/config';
import type { DocumentFile } from '@topicmill/base/files';
import type { Chunk } from '@topicmill/chunking';
import { findLinks, LineKind, type PageFrontMatter, scanMarkdown } from '@topicmill/text/markdown';
import type { ManifestChunk } from '@topicmill/topics/formats';
import {
  type AnchoredHeading,
  anchorRules,
  pageDialect,
  pageHeadings,
  partUrl,
  type ResolvedLink,
  type TopicPage,
} from '../sources/index.js';

/** A page and the site that publishes it. */
export interface PublishedPage {
  readonly page: TopicPage;
  readonly site: SiteSettings;
  /** A file that it includes, by its path below the workspace's root; `undefined` for one that is not text. */
  readonly included: (path: string) => DocumentFile | undefined;
}

/** Where people read a chunk of a page, what names it, and where its links lead. */
export type ChunkAddress = Required<Pick<ManifestChunk, 'id' | 'url'>> & { readonly links: ResolvedLink[] };

/**
 * The addresses of the chunks of a page. A chunk's id is made of the page's id, the anchor of the heading that its first
 * text is under, and from the second chunk of a section on its number there: edits elsewhere in the page leave it the
 * same, to a heading without a text just above too. Its address has the anchor of the heading that it begins with.
 *
 * @param text of the page's file
 */
export function chunkAddresses(
  text: string,
  frontMatter: PageFrontMatter,
  chunks: readonly Chunk[],
  { page, site }: PublishedPage,
): ChunkAddress[] {
  const headings = headingsOfPage(text, frontMatter, page, site);
  const anchorAt = anchorFinder(headings);
  const sectionAt = anchorFinder(headings);
  const textIn = textFinder(text, frontMatter, page);
  const linksIn = linkFinder(text, frontMatter, page.links);
  const counts = new Map<string, number>();
  return chunks.map((chunk) => {
    const start = startWithoutBlank(text, chunk);
    const anchor = anchorAt(start);
    const section = sectionAt(textIn(chunk) ?? start);
    const base = section === undefined ? page.id : `${page.id}#${section}`;
    const count = (counts.get(base) ?? 0) + 1;
    counts.set(base, count);
    return {
      id: count === 1 ? base : `${base}~${count}`,
      url: partUrl(siteFile(page), { anchor, lines: { first: chunk.startLine, last: chunk.endLine } }, site),
      links: linksIn(chunk),
    };
  });
}

function siteFile({ sitePath, url }: TopicPage): { path: string; url: string } {
  return { path: sitePath, url };
}

/** Blank lines before a heading belong to the chunk that the heading starts. */
function startWithoutBlank(text: string, { startOffset, endOffset }: Chunk): number {
  const blank = /^\s*/.exec(text.slice(startOffset, endOffset))![0].length;
  return startOffset + blank;
}

function headingsOfPage(
  text: string,
  { bodyOffset, values }: PageFrontMatter,
  { path, generator }: TopicPage,
  site: SiteSettings,
): AnchoredHeading[] {
  const { dialect } = pageDialect(generator, path);
  return pageHeadings(text, { bodyOffset, frontMatter: values, dialect }, anchorRules(site));
}

/** Where the first line of a chunk is that is neither a heading nor markup. Chunks must be asked for in order. */
function textFinder(
  text: string,
  { bodyOffset }: PageFrontMatter,
  { path, generator }: TopicPage,
): (chunk: Chunk) => number | undefined {
  const { dialect } = pageDialect(generator, path);
  const { kinds, starts, lineCount } = scanMarkdown(text, { bodyOffset, dialect });
  let line = 0;
  return ({ startOffset, endOffset }) => {
    while (line < lineCount && (starts[line]! < startOffset || !isText(kinds[line]!))) line++;
    return line < lineCount && starts[line]! < endOffset ? starts[line] : undefined;
  };
}

function isText(kind: number): boolean {
  return kind === LineKind.Text || kind === LineKind.Fence;
}

/** The anchor of the last heading at or before an offset that has one. Offsets must not fall from call to call. */
function anchorFinder(headings: readonly AnchoredHeading[]): (offset: number) => string | undefined {
  let next = 0;
  let anchor: string | undefined;
  return (offset) => {
    while (next < headings.length && headings[next]!.offset <= offset) {
      anchor = headings[next]!.anchor ?? anchor;
      next++;
    }
    return anchor;
  };
}

function linkFinder(
  text: string,
  { bodyOffset }: PageFrontMatter,
  resolved: readonly ResolvedLink[],
): (chunk: Chunk) => ResolvedLink[] {
  if (resolved.length === 0) return () => [];
  const byHref = new Map(resolved.map((link) => [link.href, link]));
  const written = findLinks(text, bodyOffset);
  return ({ startOffset, endOffset }) => {
    const inside = written.filter((link) => link.startOffset >= startOffset && link.startOffset < endOffset);
    const links = inside.map(({ destination }) => byHref.get(destination)).filter((link) => link !== undefined);
    return [...new Set(links)];
  };
}
