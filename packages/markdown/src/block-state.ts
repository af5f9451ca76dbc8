import { endOfHtmlBlock, startsHtmlBlock } from './html-block.js';
import { type FencedBlock, type Heading, LineKind, type LineScan } from './line-scan.js';

const TAB = 9;
const NEWLINE = 10;
const RETURN = 13;
const SPACE = 32;
const HASH = 35;
const ASTERISK = 42;
const PLUS = 43;
const MINUS = 45;
const LESS_THAN = 60;
const EQUALS = 61;
const GREATER_THAN = 62;
const BACKTICK = 96;
const TILDE = 126;

const BLOCK_QUOTE = -1;
const TAB_STOP = 4;
const MAX_CONTAINERS = 100;

interface OpenFence {
  readonly firstLine: number;
  readonly marker: number;
  readonly length: number;
  /** Containers that must go on for the fence to go on. */
  readonly depth: number;
  readonly info: string;
}

/**
 * Reads the lines of a document in order and keeps the block structure that decides whether a line is a heading or
 * part of a fence (CommonMark 0.31, sections 4 and 5): open quotes and list items, paragraphs, HTML blocks, fences.
 */
export class BlockState {
  private readonly text: string;
  private readonly starts: Uint32Array;
  private readonly kinds: Uint8Array;
  private readonly headings: Heading[] = [];
  private readonly fences: FencedBlock[] = [];

  /** `BLOCK_QUOTE`, or the column at which a list item's content starts, counted from its parent's content. */
  private containers: number[] = [];
  private fence: OpenFence | undefined;
  private htmlEnd: RegExp | 'blank' | undefined;
  private htmlDepth = 0;
  /** First line of the open paragraph at the top level; -1 without one. */
  private paragraphLine = -1;
  /** Whether any paragraph is open, at whatever depth: indented text continues it and is no code. */
  private inParagraph = false;

  private offset = 0;
  private end = 0;
  /** Columns of a tab that its container has taken only a part of. */
  private virtualColumns = 0;
  private column = 0;

  constructor(text: string, starts: Uint32Array) {
    this.text = text;
    this.starts = starts;
    this.kinds = new Uint8Array(starts.length - 1);
  }

  finish(): LineScan {
    if (this.fence !== undefined) this.closeFence(this.kinds.length - 1, false);
    return {
      lineCount: this.kinds.length,
      starts: this.starts,
      kinds: this.kinds,
      headings: this.headings,
      fences: this.fences,
    };
  }

  read(line: number): void {
    this.offset = this.starts[line]!;
    this.end = this.contentEnd(line);
    this.virtualColumns = 0;
    this.column = 0;
    const matched = this.containers.length === 0 ? 0 : this.matchContainers();
    if (this.fence !== undefined && this.continueFence(line, matched)) return;
    if (this.htmlEnd !== undefined && this.continueHtml(line, matched)) return;
    if (this.isBlankFrom(this.offset)) this.readBlank(line, matched);
    else this.readContent(line, matched);
  }

  private contentEnd(line: number): number {
    let end = this.starts[line + 1]!;
    if (end > this.offset && this.text.charCodeAt(end - 1) === NEWLINE) end--;
    if (end > this.offset && this.text.charCodeAt(end - 1) === RETURN) end--;
    return end;
  }

  private matchContainers(): number {
    for (let depth = 0; depth < this.containers.length; depth++) {
      const container = this.containers[depth]!;
      if (container === BLOCK_QUOTE) {
        if (this.indentColumns() > 3 || !this.takeQuoteMarker()) return depth;
      } else if (!this.isBlankFrom(this.offset)) {
        if (this.indentColumns() < container) return depth;
        this.skipColumns(container);
      }
    }
    return this.containers.length;
  }

  private continueFence(line: number, matched: number): boolean {
    const fence = this.fence!;
    if (matched < fence.depth) {
      this.closeFence(line - 1, false);
      return false;
    }
    this.kinds[line] = LineKind.Fence;
    if (this.isClosingFence(fence)) this.closeFence(line, true);
    return true;
  }

  private isClosingFence(fence: OpenFence): boolean {
    if (this.indentColumns() > 3) return false;
    const at = this.firstNonSpace();
    const length = this.runLength(at, fence.marker);
    return length >= fence.length && this.isBlankFrom(at + length);
  }

  private closeFence(lastLine: number, closed: boolean): void {
    const { firstLine, info } = this.fence!;
    this.fences.push({ firstLine, lastLine, closed, info });
    this.fence = undefined;
  }

  private continueHtml(line: number, matched: number): boolean {
    if (matched < this.htmlDepth) {
      this.htmlEnd = undefined;
      return false;
    }
    if (this.htmlEnd === 'blank') {
      if (!this.isBlankFrom(this.offset)) {
        this.kinds[line] = LineKind.Text;
        return true;
      }
      this.htmlEnd = undefined;
      return false;
    }
    this.kinds[line] = this.isBlankFrom(this.offset) ? LineKind.Blank : LineKind.Text;
    if (this.htmlEnd!.test(this.text.slice(this.offset, this.end))) this.htmlEnd = undefined;
    return true;
  }

  private readBlank(line: number, matched: number): void {
    this.kinds[line] = LineKind.Blank;
    this.paragraphLine = -1;
    this.inParagraph = false;
    const quote = this.containers.indexOf(BLOCK_QUOTE, matched);
    if (quote !== -1) this.containers.length = quote;
  }

  private readContent(line: number, matched: number): void {
    this.kinds[line] = LineKind.Text;
    const hadParagraph = this.inParagraph;
    let depth = matched;
    const unmatched = matched < this.containers.length;
    if (!unmatched && depth === 0 && this.isSetextUnderline(line)) return;
    const opened = this.openContainers(matched, hadParagraph);
    depth = opened ? this.containers.length : matched;
    if (this.indentColumns() > 3) {
      if (!hadParagraph || opened) this.leaveParagraph(depth);
      return;
    }
    if (this.startLeaf(line, depth, hadParagraph && !opened)) {
      this.containers.length = depth;
      return;
    }
    if (this.isBlankFrom(this.offset)) {
      this.leaveParagraph(depth);
      return;
    }
    if (unmatched && !opened && hadParagraph) return;
    this.containers.length = depth;
    this.continueParagraph(line, depth, hadParagraph && !opened);
  }

  private continueParagraph(line: number, depth: number, continues: boolean): void {
    this.inParagraph = true;
    if (depth > 0) this.paragraphLine = -1;
    else if (!continues || this.paragraphLine === -1) this.paragraphLine = line;
  }

  private leaveParagraph(depth: number): void {
    this.containers.length = depth;
    this.inParagraph = false;
    this.paragraphLine = -1;
  }

  private startLeaf(line: number, depth: number, inParagraph: boolean): boolean {
    const at = this.firstNonSpace();
    const first = this.text.charCodeAt(at);
    let started = false;
    if (first === HASH) started = this.startHeading(line, depth, at);
    else if (first === BACKTICK || first === TILDE) started = this.startFence(line, depth, at, first);
    else if (first === LESS_THAN) started = this.startHtml(depth, at, inParagraph);
    else if (first === ASTERISK || first === MINUS || first === 95) started = this.isThematicBreak(at, first);
    if (started) {
      this.inParagraph = false;
      this.paragraphLine = -1;
    }
    return started;
  }

  private startHeading(line: number, depth: number, at: number): boolean {
    const level = this.runLength(at, HASH);
    const after = at + level;
    if (level > 6 || (after < this.end && !isSpaceOrTab(this.text.charCodeAt(after)))) return false;
    if (depth === 0) {
      this.kinds[line] = LineKind.Heading;
      this.headings.push({ line, lineCount: 1, level, text: atxText(this.text.slice(after, this.end)) });
    }
    return true;
  }

  private isSetextUnderline(line: number): boolean {
    if (this.paragraphLine === -1 || this.indentColumns() > 3) return false;
    const at = this.firstNonSpace();
    const marker = this.text.charCodeAt(at);
    if (marker !== EQUALS && marker !== MINUS) return false;
    if (!this.isBlankFrom(at + this.runLength(at, marker))) return false;
    const firstLine = this.paragraphLine;
    this.kinds.fill(LineKind.Heading, firstLine, line + 1);
    const text = this.text.slice(this.starts[firstLine]!, this.starts[line]!).trim().replace(/\s*[\r\n]\s*/g, ' ');
    this.headings.push({ line: firstLine, lineCount: line - firstLine + 1, level: marker === EQUALS ? 1 : 2, text });
    this.inParagraph = false;
    this.paragraphLine = -1;
    return true;
  }

  private startFence(line: number, depth: number, at: number, marker: number): boolean {
    const length = this.runLength(at, marker);
    if (length < 3) return false;
    const info = this.text.slice(at + length, this.end);
    if (marker === BACKTICK && info.includes('`')) return false;
    this.kinds[line] = LineKind.Fence;
    this.fence = { firstLine: line, marker, length, depth, info: info.trim() };
    return true;
  }

  private startHtml(depth: number, at: number, inParagraph: boolean): boolean {
    const content = this.text.slice(at, this.end);
    const kind = startsHtmlBlock(content, inParagraph);
    if (kind === undefined) return false;
    const end = endOfHtmlBlock(kind);
    this.htmlDepth = depth;
    this.htmlEnd = end !== 'blank' && end.test(content) ? undefined : end;
    return true;
  }

  /** Opens the quotes and list items that start on this line; returns whether there are any. */
  private openContainers(matched: number, hadParagraph: boolean): boolean {
    let depth = matched;
    while (depth < MAX_CONTAINERS && this.indentColumns() <= 3) {
      const mayInterrupt = !hadParagraph || depth > matched || this.continuesList(matched);
      const container = this.takeQuoteMarker() ? BLOCK_QUOTE : this.takeListMarker(!mayInterrupt);
      if (container === undefined) break;
      this.containers.length = depth;
      this.containers.push(container);
      depth++;
    }
    return depth > matched;
  }

  private continuesList(matched: number): boolean {
    return matched < this.containers.length && this.containers[matched] !== BLOCK_QUOTE;
  }

  private takeQuoteMarker(): boolean {
    const at = this.firstNonSpace();
    if (this.text.charCodeAt(at) !== GREATER_THAN || at >= this.end) return false;
    this.skipColumns(this.indentColumns());
    this.offset++;
    this.column++;
    if (this.indentColumns() > 0) this.skipColumns(1);
    return true;
  }

  /** Takes a list marker with the white space behind it; returns the content's column counted from the parent's. */
  private takeListMarker(interruptsParagraph: boolean): number | undefined {
    const indent = this.indentColumns();
    const at = this.firstNonSpace();
    const width = this.listMarkerWidth(at);
    if (width === 0) return undefined;
    const after = at + width;
    const isEmpty = this.isBlankFrom(after);
    if (interruptsParagraph && (isEmpty || (width > 1 && this.text.slice(at, after - 1) !== '1'))) return undefined;
    this.skipColumns(indent);
    this.offset += width;
    this.column += width;
    if (isEmpty) return indent + width + 1;
    const spaces = this.indentColumns();
    const taken = spaces > TAB_STOP ? 1 : spaces;
    this.skipColumns(taken);
    return indent + width + taken;
  }

  private listMarkerWidth(at: number): number {
    const first = this.text.charCodeAt(at);
    let width = 0;
    if (first === MINUS || first === PLUS || first === ASTERISK) {
      if (first !== PLUS && this.isThematicBreak(at, first)) return 0;
      width = 1;
    } else {
      while (width < 10 && isDigit(this.text.charCodeAt(at + width))) width++;
      if (width === 0 || width > 9) return 0;
      const delimiter = this.text.charCodeAt(at + width);
      if (delimiter !== 46 && delimiter !== 41) return 0;
      width++;
    }
    return at + width >= this.end || isSpaceOrTab(this.text.charCodeAt(at + width)) ? width : 0;
  }

  private isThematicBreak(at: number, marker: number): boolean {
    let count = 0;
    for (let i = at; i < this.end; i++) {
      const code = this.text.charCodeAt(i);
      if (code === marker) count++;
      else if (!isSpaceOrTab(code)) return false;
    }
    return count >= 3;
  }

  private firstNonSpace(): number {
    let at = this.offset;
    while (at < this.end && isSpaceOrTab(this.text.charCodeAt(at))) at++;
    return at;
  }

  private isBlankFrom(offset: number): boolean {
    for (let at = offset; at < this.end; at++) if (!isSpaceOrTab(this.text.charCodeAt(at))) return false;
    return true;
  }

  /** Columns of white space at the current place, tabs counted to the next stop of four. */
  private indentColumns(): number {
    let columns = this.virtualColumns;
    let column = this.column + columns;
    for (let at = this.offset; at < this.end; at++) {
      const code = this.text.charCodeAt(at);
      if (code !== SPACE && code !== TAB) break;
      const width = code === TAB ? TAB_STOP - (column % TAB_STOP) : 1;
      columns += width;
      column += width;
    }
    return columns;
  }

  private skipColumns(count: number): void {
    let left = count;
    const virtual = Math.min(left, this.virtualColumns);
    this.virtualColumns -= virtual;
    this.column += virtual;
    left -= virtual;
    while (left > 0) {
      const width = this.text.charCodeAt(this.offset) === TAB ? TAB_STOP - (this.column % TAB_STOP) : 1;
      this.offset++;
      const taken = Math.min(width, left);
      this.column += taken;
      this.virtualColumns = width - taken;
      left -= taken;
    }
  }

  private runLength(at: number, marker: number): number {
    let length = 0;
    while (at + length < this.end && this.text.charCodeAt(at + length) === marker) length++;
    return length;
  }
}

function isSpaceOrTab(code: number): boolean {
  return code === SPACE || code === TAB;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function atxText(afterMarker: string): string {
  return afterMarker.replace(/(?:^|[ \t])#+[ \t]*$/, '').trim();
}
