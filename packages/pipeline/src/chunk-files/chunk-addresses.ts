import type { DocumentFile } from '@topicmill/base/files';
import type { Chunk } from '@topicmill/chunking';
import { type Dialect, findLinks, type PageFrontMatter } from '@topicmill/text/markdown';
import type { ManifestChunk } from '@topicmill/topics/formats';
import { generatorOf, type SiteSettings } from '../sites/index.js';
import { pageDialect, pageHeadings, partUrl, type ResolvedLink, type TopicPage } from '../sources/index.js';
import { anchorFinder, chunkKeys, startWithoutBlank } from './chunk-keys.js';

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
 * The addresses of the chunks of a page. A chunk's id is made from the page's id and what `chunkKeys`
 * names it by. Its address has the anchor of the heading that it begins with.
 *
 * @param text of the page's file
 */
export function chunkAddresses(
  text: string,
  frontMatter: PageFrontMatter,
  chunks: readonly Chunk[],
  { page, site }: PublishedPage,
): ChunkAddress[] {
  const { dialect } = pageDialect(page, page.path);
  const { bodyOffset, values } = frontMatter;
  const headings = pageHeadings(text, { bodyOffset, frontMatter: values, dialect }, generatorOf(site).anchors(site));
  const keys = chunkKeys({ text, frontMatter, dialect, headings }, chunks);
  const anchorAt = anchorFinder(headings);
  const linksIn = linkFinder(text, { ...frontMatter, dialect }, page.links);
  return chunks.map((chunk, at) => {
    const anchor = anchorAt(startWithoutBlank(text, chunk));
    return {
      id: page.id + keys[at]!,
      url: partUrl(siteFile(page), { anchor, lines: { first: chunk.startLine, last: chunk.endLine } }, site),
      links: linksIn(chunk),
    };
  });
}

function siteFile({ sitePath, url }: TopicPage): { path: string; url: string } {
  return { path: sitePath, url };
}

function linkFinder(
  text: string,
  { bodyOffset, dialect }: PageFrontMatter & { readonly dialect: Dialect | undefined },
  resolved: readonly ResolvedLink[],
): (chunk: Chunk) => ResolvedLink[] {
  if (resolved.length === 0) return () => [];
  const byHref = new Map(resolved.map((link) => [link.href, link]));
  const written = findLinks(text, bodyOffset, dialect);
  return ({ startOffset, endOffset }) => {
    const inside = written.filter((link) => link.startOffset >= startOffset && link.startOffset < endOffset);
    const links = inside.map(({ destination }) => byHref.get(destination)).filter((link) => link !== undefined);
    return [...new Set(links)];
  };
}
