import type { Nodes } from 'mdast';
import rehypeSlug from 'rehype-slug';
import remarkFrontmatter from 'remark-frontmatter';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';

/** A heading of the top level as a page shows it. Offsets are those of the text, byte order mark included. */
export interface PageHeading {
  readonly startOffset: number;
  readonly endOffset: number;
  readonly level: number;
  readonly id: string;
}

/** What a text is to remark, for tests that must not believe our own scan. */
export interface RenderedPage {
  readonly headings: readonly PageHeading[];
  /** Those of the top level. */
  readonly blocks: readonly PageBlock[];
}

export interface PageBlock {
  readonly type: string;
  readonly startOffset: number;
  readonly endOffset: number;
}

const parser = unified().use(remarkParse).use(remarkGfm).freeze();
const frontMatterParser = unified().use(remarkParse).use(remarkFrontmatter).use(remarkGfm).freeze();
/** After front matter that is never closed, which is text, remark-frontmatter sees neither lists nor quotes. */
const FRONT_MATTER = /^---[ \t]*(?:\r\n|\n|\r)(?:[\s\S]*?(?:\r\n|\n|\r))?---[ \t]*(?:[\r\n]|$)/;
const renderer = unified().use(remarkRehype).use(rehypeSlug);

/** Several properties ask for the page of one text. */
const pages = new Map<string, RenderedPage>();
const KEPT_PAGE_COUNT = 2000;

/** Parses and renders a text with the whole of unified: remark-parse, GFM, front matter, remark-rehype, rehype-slug. */
export function renderedPage(text: string): RenderedPage {
  const known = pages.get(text);
  if (known !== undefined) return known;
  const page = renderPage(text);
  if (pages.size >= KEPT_PAGE_COUNT) pages.clear();
  pages.set(text, page);
  return page;
}

function renderPage(text: string): RenderedPage {
  // With a byte order mark all offsets of mdast-util-from-markdown are one too small.
  const shift = text.startsWith('\ufeff') ? 1 : 0;
  const body = text.slice(shift);
  const tree = (FRONT_MATTER.test(body) ? frontMatterParser : parser).parse(body);
  const blocks = tree.children.map((node) => ({ type: node.type, ...rangeOf(node, shift) }));
  const tops = new Set<Nodes>(tree.children);
  const headings = mdastHeadings(tree);
  // Where there is no heading, nothing has to be rendered.
  const ids = headings.length === 0 ? [] : headingIds(renderer.runSync(tree) as unknown as HtmlNode);
  return {
    headings: headings.flatMap((node, i): PageHeading[] =>
      tops.has(node) && node.type === 'heading' ? [{ ...rangeOf(node, shift), level: node.depth, id: ids[i]! }] : [],
    ),
    blocks,
  };
}

function rangeOf(node: Nodes, shift: number): { startOffset: number; endOffset: number } {
  const { start, end } = node.position!;
  // An underlined heading after a definition is said to start with the definition.
  const first = node.type === 'heading' && end.line > start.line ? node.children[0] : undefined;
  return { startOffset: (first?.position ?? node.position!).start.offset! + shift, endOffset: end.offset! + shift };
}

/** Headings wherever they stand, but for those in footnotes, which a page shows at its end. */
function mdastHeadings(node: Nodes): Nodes[] {
  if (node.type === 'heading') return [node];
  return 'children' in node && node.type !== 'footnoteDefinition' ? node.children.flatMap(mdastHeadings) : [];
}

interface HtmlNode {
  readonly tagName?: string;
  readonly properties?: { readonly id?: string };
  readonly children?: readonly HtmlNode[];
}

function headingIds({ tagName, properties, children }: HtmlNode): string[] {
  if (tagName !== undefined && /^h[1-6]$/.test(tagName)) return [properties?.id ?? ''];
  return (children ?? []).flatMap(headingIds);
}
