import type { SiteSettings } from '@topicmill/base/config';
import type { Chunk } from '@topicmill/chunking';
import { findLinks, type PageFrontMatter } from '@topicmill/text/markdown';
import type { ManifestChunk } from '@topicmill/topics/formats';
import {
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
}

/** Where people read a chunk of a page, what names it, and where its links lead. */
export type ChunkAddress = Required<Pick<ManifestChunk, 'id' | 'url'>> & { readonly links: ResolvedLink[] };

/**
 * The addresses of the chunks of a page. A chunk's id is made of the page's id, the anchor of the heading that it is
 * under, and from the second chunk of a section on its number there: edits elsewhere in the page leave it the same.
 *
 * @param text of the page's file
 */
export function chunkAddresses(
  text: string,
  frontMatter: PageFrontMatter,
  chunks: readonly Chunk[],
  { page, site }: PublishedPage,
): ChunkAddress[] {
  const anchorAt = anchorFinder(text, frontMatter, page, site);
  const linksIn = linkFinder(text, frontMatter, page.links);
  const counts = new Map<string, number>();
  return chunks.map((chunk) => {
    const anchor = anchorAt(firstTextOffset(text, chunk));
    const base = anchor === undefined ? page.id : `${page.id}#${anchor}`;
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
function firstTextOffset(text: string, { startOffset, endOffset }: Chunk): number {
  const blank = /^\s*/.exec(text.slice(startOffset, endOffset))![0].length;
  return startOffset + blank;
}

/** The anchor of the last heading at or before an offset that has one. Offsets must not fall from call to call. */
function anchorFinder(
  text: string,
  { bodyOffset, values }: PageFrontMatter,
  { path, generator }: TopicPage,
  site: SiteSettings,
): (offset: number) => string | undefined {
  const { dialect } = pageDialect(generator, path);
  const headings = pageHeadings(text, { bodyOffset, frontMatter: values, dialect }, anchorRules(site));
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
