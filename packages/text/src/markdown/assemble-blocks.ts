import type { Block, PlainBlock } from './block.js';
import type { ScannedLines } from './block-scanner.js';
import { NEWLINE, RETURN, skipSpaces } from './line-cursor.js';
import { CONTAINER_MASK, ContainerMark, INNER_MARK, LEAF_MASK, LeafMark } from './line-mark.js';
import { definitionEnds } from './link-definition.js';

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
