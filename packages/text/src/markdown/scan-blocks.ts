import { assembleBlocks } from './assemble-blocks.js';
import type { BlockScan } from './block.js';
import type { Dialect } from './dialects/dialect.js';
import type { DialectScan } from './dialects/dialect-scan.js';
import { scanMarkdown } from './dialects/scan-markdown.js';
import { CONTAINER_MASK, ContainerMark, LEAF_MASK, LeafMark } from './line-mark.js';
import { readLines } from './scan-lines.js';

/**
 * Scans markdown line by line for its top-level blocks, as CommonMark 0.31 with GFM's tables and footnotes sees them,
 * without building a tree. Takes what `scanLines` takes and gives that too, in linear time.
 *
 * @param text the document as read
 * @param bodyOffset UTF-16 offset at which the scan starts (see `splitFrontMatter`); must be the start of a line
 * @param dialect what the text is written in; a tag or directive on lines of its own is a block of type `html`, an
 *   admonition one of type `blockquote`
 */
export function scanBlocks(text: string, bodyOffset = 0, dialect?: Dialect): BlockScan {
  const lines =
    dialect === undefined ? readLines(text, bodyOffset) : sorted(scanMarkdown(text, { bodyOffset, dialect }));
  return { ...lines, blocks: assembleBlocks(text, lines) };
}

/** Dialects find some blocks of code when they end. */
function sorted(lines: DialectScan): DialectScan {
  return { ...lines, fences: [...lines.fences].sort((a, b) => a.firstLine - b.firstLine) };
}

/** Whether the line, by its mark, starts a block at some depth, so that a text may be cut before it. */
export function startsBlock(mark: number): boolean {
  return mark !== 0;
}

/** Whether the line, by its mark, starts a code block with a fence. */
export function startsFence(mark: number): boolean {
  return (mark & LEAF_MASK) === LeafMark.FencedCode;
}

/** Whether the line, by its mark, starts code that is indented, at some depth. */
export function startsIndentedCode(mark: number): boolean {
  return (mark & LEAF_MASK) === LeafMark.IndentedCode;
}

/** Whether the line, by its mark, is the header row of a table. */
export function startsTable(mark: number): boolean {
  return (mark & LEAF_MASK) === LeafMark.Table;
}

/** Whether the line, by its mark, starts a paragraph at some depth. */
export function startsParagraph(mark: number): boolean {
  return (mark & LEAF_MASK) === LeafMark.Paragraph;
}

/** Whether the line, by its mark, starts an item of a list at some depth. */
export function startsItem(mark: number): boolean {
  return (mark & CONTAINER_MASK) === ContainerMark.ListItem;
}
