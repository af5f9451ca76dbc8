import { startsBlock, startsFence, startsItem, startsTable } from '@topicmill/text/markdown';
import type { TextTokens } from '@topicmill/text/tokens';
import type { BreakPlace } from './break-costs.js';
import { textCuts } from './cut-text.js';
import { type FlatNode, isTable, type Repeated } from './flat-node.js';
import type { ParsedMarkdown } from './parse-markdown.js';

/** Where a piece of a block starts, and what a chunk that begins or ends there repeats. */
export interface PieceStart {
  readonly offset: number;
  readonly breakPlace: BreakPlace;
  /** Repeated before the piece. */
  readonly opening: Repeated | undefined;
  /** Repeated behind the piece before it. */
  readonly closingBefore: Repeated | undefined;
}

/** A header or an opening fence that takes more of the room than this is not repeated. */
const MAX_OPENING_SHARE = 0.5;
const MAX_FENCE_LINE_LENGTH = 200;
/** What a piece may take at least, however much is repeated around it. */
const MIN_ROOM_SHARE = 0.25;
const MARKERS_ONLY = /[> \t]{0,100}(?:[\r\n]|$)/y;

/** Finds the places at which one block that is too large is cut. */
export class PieceCutter {
  private readonly starts: PieceStart[] = [];
  /** Whether a table's header was too large to be repeated. */
  leftHeaderOut = false;

  constructor(
    private readonly parsed: ParsedMarkdown,
    private readonly node: FlatNode,
    private readonly limit: number,
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
    return this.starts.filter(({ offset }) => offset > startOffset && offset < endOffset);
  }

  private cutCode(firstLine: number, lastLine: number): void {
    if (startsFence(this.parsed.scan.marks[firstLine]!)) this.cutFence(firstLine, lastLine);
    else this.cutLines(firstLine, lastLine, this.limit);
  }

  /**
   * By lines, with the fence and its language repeated; the fences stay with the lines next to them. Nothing is repeated
   * of code that its container ends, since what follows would belong to the code.
   */
  private cutFence(firstLine: number, lastLine: number): void {
    const line = this.lineText(firstLine);
    const [, before = '', marker = '', info = ''] = /^(.*?)(`{3,}|~{3,})(.*)$/.exec(line) ?? [];
    const isClosed = this.node.closing === undefined && /^[ \t>]*(`{3,}|~{3,})[ \t]*$/.test(this.lineText(lastLine));
    if (this.node.type !== 'code' && !isClosed) {
      this.cutLines(firstLine + 1, lastLine, this.limit);
      return;
    }
    const indent = before.replace(/[^>\s]/g, ' ');
    const opening = this.repeated(`${indent}${marker}${line.length > MAX_FENCE_LINE_LENGTH ? '' : info.trimEnd()}\n`);
    const closing = this.repeated(`\n${indent}${marker}`);
    const room = this.limit - opening.tokenCount - closing.tokenCount;
    if (this.lineTokens(firstLine) > room) this.cutFenceLine(firstLine, opening, closing);
    this.cutLines(firstLine + 1, isClosed ? lastLine - 1 : lastLine, room, opening, closing);
  }

  /** An opening fence that is too long for a piece is cut like text, and the code begins another piece. */
  private cutFenceLine(line: number, opening: Repeated, closing: Repeated): void {
    const { starts } = this.parsed.scan;
    this.cutText(starts[line]!, starts[line + 1]!, this.limit);
    this.add(starts[line + 1]!, 'lineInCode', opening, closing);
  }

  /** By rows, with the header repeated: its row and its rule, or the first row alone. */
  private cutTable(firstLine: number, lastLine: number, headerLineCount: number): void {
    const { starts } = this.parsed.scan;
    const firstRow = firstLine + headerLineCount;
    const header = this.repeated(`${this.parsed.text.slice(starts[firstLine]!, starts[firstRow]!).trimEnd()}\n`);
    this.leftHeaderOut = header.tokenCount > this.limit * MAX_OPENING_SHARE;
    const opening = this.leftHeaderOut ? undefined : header;
    if (this.leftHeaderOut) this.cutText(starts[firstLine]!, starts[firstRow]!, this.limit);
    const room = this.limit - (opening?.tokenCount ?? 0);
    for (let line = firstRow; line <= lastLine; line++) {
      if (line > firstRow || this.leftHeaderOut) this.add(starts[line]!, 'row', opening);
      if (this.lineTokens(line) > room) this.cutText(starts[line]!, starts[line + 1]!, room, opening);
    }
  }

  /** By the blocks inside, items of the list itself first. */
  private cutContainer(firstLine: number, lastLine: number): void {
    const { marks, starts } = this.parsed.scan;
    const ownItems = this.ownItemLines();
    for (let line = firstLine, next = line; line <= lastLine; line = next) {
      next = line + 1;
      while (next <= lastLine && !startsBlock(marks[next]!)) next++;
      const mark = marks[line]!;
      if (line > firstLine) this.add(starts[line]!, innerPlace(mark, ownItems.has(line)));
      if (this.linesTokens(line, next) <= this.limit) continue;
      if (startsFence(mark)) this.cutFence(line, this.lastWrittenLine(next - 1));
      else if (startsTable(mark)) this.cutTable(line, this.lastWrittenLine(next - 1), 2);
      else this.cutText(starts[line]!, starts[next]!, this.limit);
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
      Math.max(room, this.limit * MIN_ROOM_SHARE),
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

  private repeated(text: string): Repeated {
    const written = text.replace(/\r\n?/g, '\n');
    return { text: written, tokenCount: this.tokens.counter.count(written) };
  }
}

function innerPlace(mark: number, isOwnItem: boolean): BreakPlace {
  if (isOwnItem) return 'item';
  return startsItem(mark) ? 'nestedItem' : 'innerBlock';
}
