import type { DocumentFile } from '@topicmill/base/files';
import type { Chunk } from '@topicmill/chunking';
import {
  type Dialect,
  findLinks,
  LineKind,
  type PageFrontMatter,
  readPageFrontMatter,
  scanMarkdown,
  withoutHeadingId,
  withoutTemplates,
} from '@topicmill/text/markdown';
import { type ChunksManifest, type ManifestChunk, plainText } from '@topicmill/topics/formats';
import { generatorOf, type SiteSettings } from '../sites/index.js';
import {
  type AnchoredHeading,
  type PublishedBlock,
  pageDialect,
  pageHeadings,
  partUrl,
  publishedHeadings,
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

/** A page with its headings, and the blocks of its HTML where there is some. */
export interface PageWithHeadings extends PublishedPage {
  /** With the ids that the rules of its generator give them. */
  readonly headings: readonly AnchoredHeading[];
  readonly html: readonly PublishedBlock[] | undefined;
  /** For each heading which of these blocks it is; `undefined` for one that is not found. */
  readonly htmlPlaces: readonly (number | undefined)[];
}

/** @param html the blocks of the page's HTML */
export function withHeadings(
  text: string,
  { bodyOffset, values }: PageFrontMatter,
  published: PublishedPage,
  html: readonly PublishedBlock[] | undefined,
): PageWithHeadings {
  const { page, site } = published;
  const { dialect } = pageDialect(page, page.path);
  const headings = pageHeadings(text, { bodyOffset, frontMatter: values, dialect }, generatorOf(site).anchors(site));
  const titled = [...(html ?? []).entries()].flatMap(([at, block]) => ('title' in block ? [{ at, ...block }] : []));
  const places = publishedHeadings(
    headings.map((heading) => heading.text),
    titled.map(({ title }) => title),
  );
  return { ...published, headings, html, htmlPlaces: places.map((place) => titled[place ?? -1]?.at) };
}

/** Where people read a chunk of a page, what it and its section are called, and where its links lead. */
type ChunkAddress = Required<Pick<ManifestChunk, 'id' | 'url' | 'title'>> & { readonly links: ResolvedLink[] };

/**
 * The addresses of the chunks of a page. A chunk's id is made from the page's id and what `chunkKeys`
 * names it by. Its title and the anchor of its address are those of the section whose text it begins with.
 *
 * @param text of the page's file
 */
export function chunkAddresses(
  text: string,
  frontMatter: PageFrontMatter,
  chunks: readonly Chunk[],
  published: PageWithHeadings,
): ChunkAddress[] {
  const { page, site, headings } = published;
  const { dialect } = pageDialect(page, page.path);
  const starts = textStarts({ text, frontMatter, dialect }, chunks);
  const keys = chunkKeys(headings, starts);
  const addressed = addressedHeadings(published);
  const [anchorAt, titleAt] = [anchorFinder(addressed), titleFinder(addressed, dialect)];
  const linksIn = linkFinder(text, { ...frontMatter, dialect }, page.links);
  return chunks.map((chunk, at) => {
    const anchor = anchorAt(starts[at]!);
    return {
      id: page.id + keys[at]!,
      title: titleAt(starts[at]!) ?? page.title,
      url: partUrl(siteFile(page), { anchor, lines: { first: chunk.startLine, last: chunk.endLine } }, site),
      links: linksIn(chunk),
    };
  });
}

function siteFile({ sitePath, url, published }: TopicPage): { path: string; url: string; isPublished: boolean } {
  return { path: sitePath, url, isPublished: published !== undefined };
}

/** A heading as it is addressed. */
interface AddressedHeading extends AnchoredHeading {
  /** What its HTML has in place of what only the generator knows. */
  readonly title?: string | undefined;
}

/** The headings with the ids of the page's HTML where there is some; ids of chunks stay those of the generator's rules. */
function addressedHeadings({ headings, html, htmlPlaces }: PageWithHeadings): readonly AddressedHeading[] {
  if (html === undefined) {
    return headings.map((heading) => (heading.isUncertain ? { ...heading, anchor: undefined } : heading));
  }
  return headings.map((heading, at) => {
    const found = html[htmlPlaces[at] ?? -1];
    const { id, title } = found !== undefined && 'title' in found ? found : {};
    return { ...heading, anchor: id, title: heading.isUncertain ? title : undefined, isUncertain: false };
  });
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

/** Where a chunk is in its document, in UTF-16 offsets. */
interface ChunkRange {
  readonly startOffset: number;
  readonly endOffset: number;
}

/** A document whose chunks are named. */
interface NamedDocument {
  readonly text: string;
  readonly frontMatter: Pick<PageFrontMatter, 'bodyOffset'>;
  readonly dialect: Dialect | undefined;
}

/**
 * What names chunks within their document: the anchor of the heading that a chunk's first text is under, and from the second
 * chunk of a section on its number there, as in `#installing~2`. Edits elsewhere in the document leave it the same, to a
 * heading without a text just above too.
 *
 * @param starts as `textStarts` has them
 */
function chunkKeys(headings: readonly AnchoredHeading[], starts: readonly number[]): string[] {
  const sectionAt = anchorFinder(headings);
  const counts = new Map<string, number>();
  return starts.map((start) => {
    const section = sectionAt(start);
    const base = section === undefined ? '' : `#${section}`;
    const count = (counts.get(base) ?? 0) + 1;
    counts.set(base, count);
    return count === 1 ? base : `${base}~${count}`;
  });
}

/**
 * The same for the chunks of a manifest: of a page their ids say it, of a golden reference its headings do, with the anchors
 * that GitHub gives them.
 *
 * @param documentId id of the topic
 * @param text of the document
 */
export function manifestChunkKeys({ chunks }: ChunksManifest, documentId: string, text: string): string[] {
  if (chunks.every(({ id }) => id !== undefined)) return chunks.map(({ id }) => id!.slice(documentId.length));
  const frontMatter = readPageFrontMatter(text, documentId);
  const body = { bodyOffset: frontMatter.bodyOffset, frontMatter: {} };
  const headings = pageHeadings(text, body, { style: 'github' });
  const ranges = chunks.map(({ start, end }) => ({ startOffset: start, endOffset: end }));
  return chunkKeys(headings, textStarts({ text, frontMatter, dialect: undefined }, ranges));
}

/** Where the text of each chunk begins that is neither a heading nor markup; where the chunk does, for one without. */
function textStarts({ text, frontMatter, dialect }: NamedDocument, chunks: readonly ChunkRange[]): number[] {
  const textIn = textFinder(text, frontMatter, dialect);
  return chunks.map((chunk) => textIn(chunk) ?? startWithoutBlank(text, chunk));
}

const CONTENTS_MARK = /\[\[?_?toc_?\]\]?/gi;

/** What readers see of the last heading at or before an offset that has a text. Offsets must not fall from call to call. */
function titleFinder(
  headings: readonly AddressedHeading[],
  dialect: Dialect | undefined,
): (offset: number) => string | undefined {
  let next = 0;
  let title: string | undefined;
  return (offset) => {
    for (; next < headings.length && headings[next]!.offset <= offset; next++) {
      const { text, isUncertain, title: published } = headings[next]!;
      const written = withoutTemplates(dialect?.template, withoutHeadingId(text));
      title = published ?? (plainText(written.replace(CONTENTS_MARK, ' ')) || (isUncertain ? undefined : title));
    }
    return title;
  };
}

/** Blank lines before a heading belong to the chunk that the heading starts. */
function startWithoutBlank(text: string, { startOffset, endOffset }: ChunkRange): number {
  const blank = /^\s*/.exec(text.slice(startOffset, endOffset))![0].length;
  return startOffset + blank;
}

/**
 * The anchor of the last heading at or before an offset that has one; none after one that only its generator knows. Offsets must not fall from call to call.
 */
function anchorFinder(headings: readonly AnchoredHeading[]): (offset: number) => string | undefined {
  let next = 0;
  let anchor: string | undefined;
  return (offset) => {
    while (next < headings.length && headings[next]!.offset <= offset) {
      const heading = headings[next]!;
      anchor = heading.anchor ?? (heading.isUncertain ? undefined : anchor);
      next++;
    }
    return anchor;
  };
}

/** Where the first line of a chunk is that is neither a heading nor markup. Chunks must be asked for in order. */
function textFinder(
  text: string,
  { bodyOffset }: Pick<PageFrontMatter, 'bodyOffset'>,
  dialect: Dialect | undefined,
): (chunk: ChunkRange) => number | undefined {
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
