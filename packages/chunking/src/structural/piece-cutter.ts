import { type FencedBlock, startsBlock, startsFence, startsItem, startsTable } from '@topicmill/text/markdown';
import type { TextTokens } from '@topicmill/text/tokens';
import { textCuts } from './cut-text.js';
import { type BreakPlace, type FlatNode, isTable, type Repeated } from './flat-node.js';
import type { ParsedMarkdown } from './parse-markdown.js';

/** Where a piece of a block starts, and what a chunk that begins or ends there repeats. */
export interface PieceStart {
  readonly offset: number;
  readonly breakPlace: BreakPlace;
  /** Repeated before the piece. */
  readonly opening: Repeated | undefined;
  /** Repeated after the piece before it. */
  readonly closingBefore: Repeated | undefined;
}

const MAX_FENCE_LINE_LENGTH = 200;
/** What a piece may take at least, however much is repeated around it. */
const MIN_PIECE_SHARE = 0.25;
const MARKERS_ONLY = /[> \t]{0,100}(?:[\r\n]|$)/y;

/** Finds the places at which one block that is too large is cut. */
export class PieceCutter {
  private readonly starts: PieceStart[] = [];
  /** Whether a row of a table has no room for the table's header. */
  leftHeaderOut = false;

  constructor(
    private readonly parsed: ParsedMarkdown,
    private readonly node: FlatNode,
    private readonly limit: number,
    private readonly fullTokens: number,
    private readonly tokens: TextTokens,
  ) {}

  /** @returns ascending offsets inside the node */
  cut(): PieceStart[] {
    const { type, firstLine, lastLine, startOffset, endOffset } = this.node;
    if (type === 'code') this.cutCode(firstLine, lastLine);
    else if (isTable(this.node)) this.cutTable(firstLine, lastLine, type === 'table' ? 2 : 1);
    else if (type === 'html') this.cutLines(firstLine, lastLine, this.limit);
    else if (type === 'list' || type === 'blockquote' || type === 'footnoteDefinition') {
      this.cutContainer(firstLine, lastLine);
    } else this.cutText(startOffset, endOffset, this.limit);
    return this.starts.filter(
      ({ offset }, at) =>
        offset > startOffset && offset < endOffset && this.hasText(offset, this.starts[at + 1]?.offset ?? endOffset),
    );
  }

  /** A row or a block of white space that is not a blank line to markdown, such as a form feed, is not a piece. */
  private hasText(start: number, end: number): boolean {
    return this.parsed.text.slice(start, end).trim() !== '';
  }

  private cutCode(firstLine: number, lastLine: number): void {
    if (startsFence(this.parsed.scan.marks[firstLine]!)) this.cutFence(firstLine, lastLine);
    else this.cutLines(firstLine, lastLine, this.limit);
  }

  /**
   * By lines, with the fence and its language repeated; the fences stay with the lines next to them.
   *
   * @param within markers of the list items that the fence is in
   */
  private cutFence(firstLine: number, lastLine: number, within = ''): void {
    const line = this.lineText(firstLine);
    const [start = '', before = '', marker = ''] = /^(.*?)(`{3,}|~{3,})/.exec(line) ?? [];
    const info = line.slice(start.length);
    const fence = this.fenceAt(firstLine);
    const isClosed = fence?.closed === true && fence.lastLine <= lastLine;
    const indent = before.replace(/[^>\s]/g, ' ');
    const shownInfo = line.length > MAX_FENCE_LINE_LENGTH ? '' : info.trimEnd();
    const opening = this.countRepeated(`${within}${indent.slice(within.length)}${marker}${shownInfo}\n`);
    const closing = this.countRepeated(`\n${indent}${marker}`);
    const room = this.limit - opening.tokenCount - closing.tokenCount;
    if (this.lineTokens(firstLine) > room) this.cutFenceLine(firstLine, opening, closing);
    const lastCodeLine = Math.min(fence?.lastLine ?? lastLine, lastLine) - (isClosed ? 1 : 0);
    this.cutLines(firstLine + 1, lastCodeLine, room, opening, closing);
  }

  private fenceAt(line: number): FencedBlock | undefined {
    const { fences } = this.parsed.scan;
    let low = 0;
    let high = fences.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (fences[middle]!.firstLine < line) low = middle + 1;
      else high = middle;
    }
    return fences[low]?.firstLine === line ? fences[low] : undefined;
  }

  /** An opening fence that is too long for a piece is cut like text, and the code begins another piece. */
  private cutFenceLine(line: number, opening: Repeated, closing: Repeated): void {
    const { starts } = this.parsed.scan;
    this.cutText(starts[line]!, starts[line + 1]!, this.limit);
    this.add(starts[line + 1]!, 'lineInCode', opening, closing);
  }

  /**
   * By rows, with the header repeated: its row and its rule, or the first row alone. A row that fits into no chunk with
   * the header is cut, as long as the header leaves room for a part of it; else it comes without the header.
   */
  private cutTable(firstLine: number, lastLine: number, headerLineCount: number, place?: ItemPlace): void {
    const { starts } = this.parsed.scan;
    const firstRow = firstLine + headerLineCount;
    const headerStart = starts[firstLine]! + (place?.indentLength ?? 0);
    const written = this.parsed.text.slice(headerStart, starts[firstRow]!).trimEnd();
    const header = this.countRepeated(`${place?.before ?? ''}${written}\n`);
    const room = this.limit - header.tokenCount;
    const leavesRoom = room >= this.limit * MIN_PIECE_SHARE;
    if (header.tokenCount > this.fullTokens) this.cutText(starts[firstLine]!, starts[firstRow]!, this.limit);
    for (let line = firstRow; line <= lastLine; line++) {
      const isWhole = header.tokenCount + this.lineTokens(line) <= this.fullTokens;
      const opening = isWhole || leavesRoom ? header : undefined;
      if (opening === undefined) this.leftHeaderOut = true;
      if (line > firstRow || opening === undefined) this.add(starts[line]!, 'row', opening);
      const rowRoom = opening === undefined ? this.limit : room;
      if (!isWhole && this.lineTokens(line) > rowRoom) this.cutText(starts[line]!, starts[line + 1]!, rowRoom, opening);
    }
  }

  /** By the blocks inside, items of the list itself first. What is inside of an item comes with the item's marker. */
  private cutContainer(firstLine: number, lastLine: number): void {
    const { marks, starts } = this.parsed.scan;
    const ownItems = this.ownItemLines();
    const items = this.node.type === 'blockquote' ? undefined : new ItemMarkers();
    for (let line = firstLine, next = line; line <= lastLine; line = next) {
      next = line + 1;
      while (next <= lastLine && !startsBlock(marks[next]!)) next++;
      const mark = marks[line]!;
      const place = items?.enter(this.lineText(line), startsItem(mark));
      if (line > firstLine) {
        const opening = place === undefined || place.before === '' ? undefined : this.countRepeated(place.before);
        this.add(starts[line]! + (place?.indentLength ?? 0), innerPlace(mark, ownItems.has(line)), opening);
      }
      if (this.linesTokens(line, next) <= this.limit) continue;
      const within = place?.within ?? '';
      if (startsFence(mark)) this.cutFence(line, this.lastWrittenLine(next - 1), within);
      else if (startsTable(mark)) this.cutTable(line, this.lastWrittenLine(next - 1), 2, place);
      else
        this.cutText(starts[line]!, starts[next]!, this.limit, within === '' ? undefined : this.countRepeated(within));
    }
  }

  private ownItemLines(): ReadonlySet<number> {
    const { blocks } = this.parsed.scan;
    const block =
      this.node.type === 'list' ? blocks.find(({ firstLine }) => firstLine === this.node.firstLine) : undefined;
    return new Set(block?.type === 'list' ? block.itemLines : []);
  }

  private cutLines(firstLine: number, lastLine: number, room: number, opening?: Repeated, closing?: Repeated): void {
    const { starts } = this.parsed.scan;
    let isFirst = true;
    let followsBlank = false;
    for (let line = firstLine; line <= lastLine; line++) {
      const isBlank = this.lineText(line).trim() === '';
      if (!isBlank && !isFirst) {
        const place = followsBlank ? 'blankLineInCode' : 'lineInCode';
        this.add(starts[line]!, place, opening, closing);
      }
      if (!isBlank && this.lineTokens(line) > room)
        this.cutText(starts[line]!, starts[line + 1]!, room, opening, closing);
      isFirst &&= isBlank;
      followsBlank = isBlank;
    }
  }

  private cutText(start: number, end: number, room: number, opening?: Repeated, closing?: Repeated): void {
    const { text } = this.parsed;
    const writtenEnd = start + text.slice(start, end).trimEnd().length;
    for (const { offset, breakPlace } of textCuts(
      text,
      start,
      writtenEnd,
      Math.max(room, this.limit * MIN_PIECE_SHARE),
      this.tokens,
    )) {
      if (!this.holdsMarkersOnly(offset)) this.add(offset, breakPlace, opening, closing);
    }
  }

  /** Whether the rest of the line is nothing but the markers of quotes. */
  private holdsMarkersOnly(offset: number): boolean {
    MARKERS_ONLY.lastIndex = offset;
    return MARKERS_ONLY.test(this.parsed.text);
  }

  private add(offset: number, breakPlace: BreakPlace, opening?: Repeated, closingBefore?: Repeated): void {
    this.starts.push({ offset, breakPlace, opening, closingBefore });
  }

  private lastWrittenLine(line: number): number {
    let last = line;
    while (this.lineText(last).trim() === '') last--;
    return last;
  }

  private lineText(line: number): string {
    const { starts } = this.parsed.scan;
    return this.parsed.text.slice(starts[line]!, starts[line + 1]!).replace(/[\r\n]+$/, '');
  }

  private lineTokens(line: number): number {
    return this.linesTokens(line, line + 1);
  }

  /** Tokens of some lines; infinite, without counting, where they are longer than all tokens that the limit allows. */
  private linesTokens(firstLine: number, endLine: number): number {
    const { starts } = this.parsed.scan;
    const [start, end] = [starts[firstLine]!, starts[endLine]!];
    const { maxTokenLength = Number.POSITIVE_INFINITY } = this.tokens.counter;
    return end - start > this.limit * maxTokenLength ? Number.POSITIVE_INFINITY : this.tokens.count(start, end);
  }

  private countRepeated(text: string): Repeated {
    const written = text.replace(/\r\n?/g, '\n');
    return { text: written, tokenCount: this.tokens.counter.count(written) };
  }
}

function innerPlace(mark: number, isOwnItem: boolean): BreakPlace {
  if (isOwnItem) return 'item';
  return startsItem(mark) ? 'nestedItem' : 'innerBlock';
}

const TAB_STOP = 4;
const MARKER = /([-+*]|\d{1,9}[.)])([ \t]+|$)/y;
const FOOTNOTE = /^ {0,3}\[\^[^\]\s]+\]:[ \t]*/;
/** Columns by which the blocks of a footnote are indented. */
const FOOTNOTE_INDENT = 4;
/** More white space after a marker is part of the item's text. */
const MAX_MARKER_SPACE = 4;
/** The scan takes markers of items further inside each other for text. */
const MAX_OPEN_ITEMS = 100;

interface OpenItem {
  readonly column: number;
  readonly marker: string;
  readonly contentColumn: number;
}

/** Where a line is among the items of a list. */
interface ItemPlace {
  /** UTF-16 units of white space at the start of the line; 0 when it is in no item that started before it. */
  readonly indentLength: number;
  /** The markers of the items that the line is in, in its indentation's columns; empty when it is in none. */
  readonly before: string;
  /** The same with the markers that the line starts with: what its text is indented by. */
  readonly within: string;
}

/**
 * Follows the items of a list, or a footnote, line by line. What is cut out of an item is only rendered as it was when
 * the item's marker comes first: its indentation alone makes it code.
 */
class ItemMarkers {
  private open: OpenItem[] = [];

  /** @param line one that starts a block, in order */
  enter(line: string, startsItem: boolean): ItemPlace {
    const indentLength = /^[ \t]*/.exec(line)![0].length;
    const column = columnAfter(line, 0, indentLength, 0);
    this.open = this.open.filter(({ contentColumn }) => contentColumn <= column);
    const before = this.markers(column);
    const isInside = this.open.length > 0;
    this.enterOwn(line, startsItem, indentLength, column);
    const within = this.markers(this.open.at(-1)?.contentColumn ?? 0);
    return { indentLength: isInside ? indentLength : 0, before: isInside ? before : '', within };
  }

  private enterOwn(line: string, startsItem: boolean, indentLength: number, lineColumn: number): void {
    const footnote = FOOTNOTE.exec(line)?.[0];
    if (footnote !== undefined) this.open.push({ column: 0, marker: footnote, contentColumn: FOOTNOTE_INDENT });
    if (!startsItem) return;
    let column = lineColumn;
    MARKER.lastIndex = indentLength;
    for (
      let found = MARKER.exec(line);
      found !== null && this.open.length < MAX_OPEN_ITEMS;
      found = MARKER.exec(line)
    ) {
      const [written, marker = '', space = ''] = found;
      const markerEnd = column + marker.length;
      const textColumn = columnAfter(space, 0, space.length, markerEnd);
      const isText = textColumn - markerEnd > MAX_MARKER_SPACE || space === '';
      const contentColumn = isText ? markerEnd + 1 : textColumn;
      this.open.push({ column, marker, contentColumn });
      column = contentColumn;
      MARKER.lastIndex = found.index + written.length;
    }
  }

  private markers(width: number): string {
    return this.open.reduce((text, { column, marker }) => text.padEnd(column) + marker, '').padEnd(width);
  }
}

function columnAfter(text: string, start: number, end: number, startColumn: number): number {
  let column = startColumn;
  for (let at = start; at < end; at++) column += text[at] === '\t' ? TAB_STOP - (column % TAB_STOP) : 1;
  return column;
}
