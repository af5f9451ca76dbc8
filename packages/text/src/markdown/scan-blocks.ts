import type { ScannedLines } from './block-scanner.js';
import type { Dialect } from './dialects/dialect.js';
import type { DialectScan } from './dialects/dialect-scan.js';
import { scanMarkdown } from './dialects/scan-markdown.js';
import {
  CONTAINER_MASK,
  ContainerMark,
  INNER_MARK,
  LEAF_MASK,
  LeafMark,
  NEWLINE,
  RETURN,
  skipSpaces,
} from './line-cursor.js';
import type { Heading, LineScan } from './line-scan.js';
import { definitionEnds } from './link-definition.js';
import { readLines } from './scan-lines.js';

const OPENING_BRACKET = 91;

const PLAIN_TYPES: Readonly<Record<number, PlainBlock['type']>> = {
  [LeafMark.Html]: 'html',
  [LeafMark.Paragraph]: 'paragraph',
  [LeafMark.Table]: 'table',
  [LeafMark.ThematicBreak]: 'thematicBreak',
};

/** The top-level blocks of a text, by the marks of its lines. */
export function assembleBlocks(text: string, lines: ScannedLines): readonly Block[] {
  return new BlockAssembler(text, lines).assemble();
}

class BlockAssembler {
  private readonly blocks: Block[] = [];
  private nextHeading = 0;

  constructor(
    private readonly text: string,
    private readonly lines: ScannedLines,
  ) {}

  assemble(): Block[] {
    const { marks, lineCount } = this.lines;
    let firstLine = this.nextStart(0);
    while (firstLine < lineCount) {
      const items = [firstLine];
      let next = this.nextStart(firstLine + 1);
      while (next < lineCount && this.continues(firstLine, next)) {
        items.push(next);
        next = this.nextStart(next + 1);
      }
      this.add(marks[firstLine]!, firstLine, this.lastLineBefore(next), items);
      firstLine = next;
    }
    return this.blocks;
  }

  /** Next line at which a block of the top level starts, or an item of a list there. */
  private nextStart(line: number): number {
    const { marks, lineCount } = this.lines;
    let at = line;
    while (at < lineCount && (marks[at] === 0 || (marks[at]! & INNER_MARK) !== 0)) at++;
    return at;
  }

  /** Whether the line that starts something goes on with the list or the indented code that started before. */
  private continues(firstLine: number, line: number): boolean {
    const { marks } = this.lines;
    const before = marks[firstLine]!;
    const mark = marks[line]!;
    if ((mark & CONTAINER_MASK) === ContainerMark.ListItem) {
      return (
        (before & CONTAINER_MASK) === ContainerMark.ListItem && this.listMarker(firstLine) === this.listMarker(line)
      );
    }
    return before === LeafMark.IndentedCode && mark === LeafMark.IndentedCode;
  }

  /** The character that distinguishes lists: the bullet, or the delimiter after the number. */
  private listMarker(line: number): number {
    let at = skipSpaces(this.text, this.lines.starts[line]!, this.text.length);
    while (this.text.charCodeAt(at) >= 48 && this.text.charCodeAt(at) <= 57) at++;
    return this.text.charCodeAt(at);
  }

  /** Last line before `line` that contains more than spaces and tabs. */
  private lastLineBefore(line: number): number {
    const { starts } = this.lines;
    let last = line - 1;
    while (skipSpaces(this.text, starts[last]!, this.lineEnd(last)) === this.lineEnd(last)) last--;
    return last;
  }

  /** Offset after a line without its line end. */
  private lineEnd(line: number): number {
    let end = this.lines.starts[line + 1]!;
    if (this.text.charCodeAt(end - 1) === NEWLINE) end--;
    if (this.text.charCodeAt(end - 1) === RETURN) end--;
    return Math.max(end, this.lines.starts[line]!);
  }

  private add(mark: number, firstLine: number, lastLine: number, items: readonly number[]): void {
    const startOffset = this.lines.starts[firstLine]!;
    const endOffset = this.lineEnd(lastLine);
    const container = mark & CONTAINER_MASK;
    const leaf = mark & LEAF_MASK;
    if (container === ContainerMark.ListItem) {
      this.blocks.push({ type: 'list', firstLine, lastLine, startOffset, endOffset, itemLines: items });
    } else if (container === ContainerMark.Quote || container === ContainerMark.Admonition)
      this.addPlain('blockquote', firstLine, lastLine);
    else if (container === ContainerMark.Footnote) this.addPlain('footnoteDefinition', firstLine, lastLine);
    else if (leaf === LeafMark.Heading) {
      const heading = this.lines.headings[this.nextHeading++]!;
      this.blocks.push({ type: 'heading', firstLine, lastLine, startOffset, endOffset, heading });
    } else if (leaf === LeafMark.FencedCode || leaf === LeafMark.IndentedCode) {
      const isFenced = leaf === LeafMark.FencedCode;
      const isClosed = !isFenced || this.isClosed(firstLine);
      this.blocks.push({ type: 'code', firstLine, lastLine, startOffset, endOffset, isFenced, isClosed });
    } else if (leaf === LeafMark.Paragraph) this.addParagraph(firstLine, lastLine);
    else this.addPlain(PLAIN_TYPES[leaf]!, firstLine, lastLine);
  }

  private addPlain(type: PlainBlock['type'] | 'definition', firstLine: number, lastLine: number): void {
    const startOffset = this.lines.starts[firstLine]!;
    this.blocks.push({ type, firstLine, lastLine, startOffset, endOffset: this.lineEnd(lastLine) });
  }

  private isClosed(firstLine: number): boolean {
    const { fences } = this.lines;
    let low = 0;
    let high = fences.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (fences[middle]!.firstLine < firstLine) low = middle + 1;
      else high = middle;
    }
    return fences[low]!.closed;
  }

  /** A paragraph, and before it the link reference definitions that its lines start with. */
  private addParagraph(firstLine: number, lastLine: number): void {
    const { starts } = this.lines;
    let line = firstLine;
    if (this.text.charCodeAt(skipSpaces(this.text, starts[line]!, this.text.length)) === OPENING_BRACKET) {
      for (const lineCount of this.definitionLineCounts(firstLine, lastLine)) {
        this.addPlain('definition', line, line + lineCount - 1);
        line += lineCount;
      }
    }
    if (line <= lastLine) this.addPlain('paragraph', line, lastLine);
  }

  private definitionLineCounts(firstLine: number, lastLine: number): number[] {
    const { starts } = this.lines;
    let paragraph = '';
    const ends: number[] = [];
    for (let line = firstLine; line <= lastLine; line++) {
      paragraph += `${this.text.slice(skipSpaces(this.text, starts[line]!, this.lineEnd(line)), this.lineEnd(line))}\n`;
      ends.push(paragraph.length);
    }
    const counts: number[] = [];
    let line = 0;
    for (const end of definitionEnds(paragraph)) {
      let next = line + 1;
      while (ends[next - 1]! < end) next++;
      counts.push(next - line);
      line = next;
    }
    return counts;
  }
}

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
    dialect === undefined ? readLines(text, bodyOffset) : withSortedBlocks(scanMarkdown(text, { bodyOffset, dialect }));
  return { ...lines, blocks: assembleBlocks(text, lines) };
}

/** Dialects find some blocks of code when they end. */
function withSortedBlocks(lines: DialectScan): DialectScan {
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

/** Whether the line, by its mark, starts an HTML block at some depth. */
export function startsHtml(mark: number): boolean {
  return (mark & LEAF_MASK) === LeafMark.Html;
}

/** Whether the line, by its mark, starts a paragraph at some depth. */
export function startsParagraph(mark: number): boolean {
  return (mark & LEAF_MASK) === LeafMark.Paragraph;
}

/** Whether the line, by its mark, starts an item of a list at some depth. */
export function startsItem(mark: number): boolean {
  return (mark & CONTAINER_MASK) === ContainerMark.ListItem;
}

interface BlockRange {
  /** 0-based lines of the scan, without blank lines before and after. */
  readonly firstLine: number;
  readonly lastLine: number;
  /** UTF-16 offsets in the text: the start of the first line, and the end of the last one without its line end. */
  readonly startOffset: number;
  readonly endOffset: number;
}

interface HeadingBlock extends BlockRange {
  readonly type: 'heading';
  readonly heading: Heading;
}

interface CodeBlock extends BlockRange {
  readonly type: 'code';
  readonly isFenced: boolean;
  /** Whether its closing fence is there; true for indented code. */
  readonly isClosed: boolean;
}

interface ListBlock extends BlockRange {
  readonly type: 'list';
  /** First line of each item of the list itself. */
  readonly itemLines: readonly number[];
}

interface DefinitionBlock extends BlockRange {
  readonly type: 'definition';
}

interface PlainBlock extends BlockRange {
  readonly type: 'blockquote' | 'footnoteDefinition' | 'html' | 'paragraph' | 'table' | 'thematicBreak';
}

/** A block at the top level of a document, named as mdast names it. A table's first two lines are header and rule. */
export type Block = HeadingBlock | CodeBlock | ListBlock | DefinitionBlock | PlainBlock;
export type BlockType = Block['type'];

/** The blocks of a document and its lines. */
export interface BlockScan extends LineScan {
  /** In document order. Every line that is not blank belongs to exactly one of them. */
  readonly blocks: readonly Block[];
  /** Headings inside quotes, lists and footnotes: they have an anchor on the rendered page too. */
  readonly innerHeadings: readonly Heading[];
}
