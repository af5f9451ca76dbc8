import { ContainerStack, type ContainerStart, isThematicBreakMarker } from './container-stack.js';
import { atxLevel, atxText, setextLines } from './heading-text.js';
import { INNER_MARK, LEAF_MASK, LeafMark, LineCursor, runLength, skipSpaces } from './line-cursor.js';
import { type FencedBlock, type Heading, LineKind, type LineScan } from './line-scan.js';
import { OpenHtmlBlock } from './open-html-block.js';
import { OpenParagraph } from './open-paragraph.js';

/** Where dialects depart from CommonMark. */
interface BlockRules {
  /** Whether four columns of white space make a line code. */
  readonly hasIndentedCode: boolean;
  /** Whether a heading needs no space after its `#`, and starts its line. */
  readonly hasTightHeadings: boolean;
  /** Whether a tag can end an HTML block, where CommonMark asks for a blank line; see `markdownFollows`. */
  readonly hasMarkdownAfterTags: boolean;
  readonly startsContainer: ContainerStart | undefined;
}

/** CommonMark as it is published. */
const COMMONMARK: BlockRules = {
  hasIndentedCode: true,
  hasTightHeadings: false,
  hasMarkdownAfterTags: false,
  startsContainer: undefined,
};

const GUESSED_LINE_LENGTH = 24;

/** Starts, kinds and marks of lines, growing as lines are added. */
class LineTable {
  private starts: Uint32Array;
  private kinds: Uint8Array;
  /** What starts on each line, as `LineMark` writes it. */
  private marks: Uint8Array;
  count = 0;

  constructor(textLength: number) {
    const capacity = Math.ceil(textLength / GUESSED_LINE_LENGTH) + 16;
    this.starts = new Uint32Array(capacity);
    this.kinds = new Uint8Array(capacity);
    this.marks = new Uint8Array(capacity);
  }

  /** Returns the index of the line added. */
  add(start: number, kind: number): number {
    const line = this.count;
    if (line === this.kinds.length) this.grow();
    this.starts[line] = start;
    this.kinds[line] = kind;
    this.count = line + 1;
    return line;
  }

  start(line: number): number {
    return this.starts[line]!;
  }

  setKind(line: number, kind: number): void {
    this.kinds[line] = kind;
  }

  /** Adds what starts on a line to what is known to start on it. */
  mark(line: number, mark: number): void {
    this.marks[line]! |= mark;
  }

  /** Puts another leaf in place of the one that was marked. */
  remarkLeaf(line: number, leaf: number): void {
    this.marks[line] = (this.marks[line]! & ~LEAF_MASK) | leaf;
  }

  markHeading(firstLine: number, lastLine: number): void {
    this.kinds.fill(LineKind.Heading, firstLine, lastLine + 1);
  }

  /** The starts, followed by the text's length, the kinds and the marks. */
  finish(textLength: number): { starts: Uint32Array; kinds: Uint8Array; marks: Uint8Array } {
    const { count } = this;
    this.add(textLength, LineKind.Blank);
    return {
      starts: this.starts.subarray(0, count + 1),
      kinds: this.kinds.subarray(0, count),
      marks: this.marks.subarray(0, count),
    };
  }

  private grow(): void {
    const starts = new Uint32Array(this.starts.length * 2);
    starts.set(this.starts);
    this.starts = starts;
    const kinds = new Uint8Array(this.kinds.length * 2);
    kinds.set(this.kinds);
    this.kinds = kinds;
    const marks = new Uint8Array(this.marks.length * 2);
    marks.set(this.marks);
    this.marks = marks;
  }
}

const HASH = 35;
const MINUS = 45;
const LESS_THAN = 60;
const EQUALS = 61;
const BACKTICK = 96;
const TILDE = 126;

const MIN_FENCE_LENGTH = 3;
/** Columns of white space from which on a line is indented code. */
const CODE_INDENT = 4;

interface OpenFence {
  readonly firstLine: number;
  readonly marker: number;
  readonly length: number;
  /** Containers that must go on for the fence to go on. */
  readonly depth: number;
  readonly info: string;
}

/** What is known about a document's lines when all are read. */
export interface ScannedLines extends LineScan {
  /** Headings inside quotes, lists and footnotes. */
  readonly innerHeadings: readonly Heading[];
}

/**
 * Reads the lines of a document in order and keeps the block structure that decides whether a line is a heading or
 * part of a fence: containers, paragraphs, tables, HTML blocks, fences (CommonMark 0.31, sections 4 and 5; GFM tables
 * and footnote definitions).
 */
export class BlockScanner {
  readonly text: string;
  protected readonly lines: LineTable;
  protected readonly cursor: LineCursor;
  protected readonly containers: ContainerStack;
  private readonly maxIndent: number;
  private readonly hasTightHeadings: boolean;
  private readonly paragraph: OpenParagraph;
  private readonly html: OpenHtmlBlock;
  private readonly headings: Heading[] = [];
  private readonly innerHeadings: Heading[] = [];
  protected readonly fences: FencedBlock[] = [];

  private fence: OpenFence | undefined;
  private inTable = false;

  constructor(text: string, rules: BlockRules = COMMONMARK) {
    this.text = text;
    this.hasTightHeadings = rules.hasTightHeadings;
    this.maxIndent = rules.hasIndentedCode ? CODE_INDENT - 1 : Number.MAX_SAFE_INTEGER;
    this.lines = new LineTable(text.length);
    this.cursor = new LineCursor(text);
    this.containers = new ContainerStack(this.cursor, this.maxIndent, rules.startsContainer);
    this.paragraph = new OpenParagraph(text);
    this.html = new OpenHtmlBlock(text, rules.hasMarkdownAfterTags);
  }

  /** Whether nothing is open but perhaps a paragraph, so that a line which starts with a letter is a line of text. */
  isPlain(): boolean {
    return (
      this.containers.depth === 0 &&
      this.fence === undefined &&
      !this.html.isOpen() &&
      !this.inTable &&
      !this.paragraph.needsLines()
    );
  }

  /** Whether a fence is open outside all containers: only a line that starts with its marker or white space ends it. */
  isInTopLevelFence(): boolean {
    return this.fence !== undefined && this.containers.depth === 0;
  }

  /** Reads a line that starts with a letter, while `isPlain()`. */
  readPlainLine(start: number, end: number): void {
    const line = this.lines.add(start, LineKind.Text);
    if (this.paragraph.isOpen()) this.paragraph.continue(start, end, true);
    else {
      this.lines.mark(line, LeafMark.Paragraph);
      this.paragraph.start(line, start, end);
    }
  }

  /** Reads a line that starts with a letter, while `isInTopLevelFence()`. */
  readCodeLine(start: number): void {
    this.lines.add(start, LineKind.Fence);
  }

  /** @param end where the line ends, without its line ending */
  readLine(start: number, end: number): void {
    const line = this.lines.add(start, LineKind.Text);
    this.cursor.startLine(start, end);
    const matched = this.containers.depth === 0 ? 0 : this.containers.match();
    if (this.fence !== undefined && this.continueFence(line, matched)) return;
    if (this.html.isOpen() && this.continueHtml(line, matched)) return;
    if (this.cursor.isBlank()) this.readBlank(line, matched);
    else this.readContent(line, matched);
  }

  finish(): ScannedLines {
    const { headings, fences, innerHeadings } = this;
    const lineCount = this.lines.count;
    if (this.fence !== undefined) this.closeFence(lineCount - 1, false);
    return { lineCount, ...this.lines.finish(this.text.length), headings, fences, innerHeadings };
  }

  private continueFence(line: number, matched: number): boolean {
    const fence = this.fence!;
    if (matched < fence.depth) {
      this.closeFence(line - 1, false);
      return false;
    }
    this.lines.setKind(line, LineKind.Fence);
    if (this.isClosingFence(fence)) this.closeFence(line, true);
    return true;
  }

  private isClosingFence(fence: OpenFence): boolean {
    const { text, cursor } = this;
    const at = cursor.content();
    if (at >= cursor.end || text.charCodeAt(at) !== fence.marker || cursor.indent() > this.maxIndent) return false;
    const length = runLength(text, at, cursor.end, fence.marker);
    return length >= fence.length && skipSpaces(text, at + length, cursor.end) === cursor.end;
  }

  private closeFence(lastLine: number, closed: boolean): void {
    const { firstLine, info } = this.fence!;
    this.fences.push({ firstLine, lastLine, closed, info });
    this.fence = undefined;
  }

  private continueHtml(line: number, matched: number): boolean {
    const { cursor, html } = this;
    const isBlank = cursor.isBlank();
    if (!html.goesOn(this.interruptsHtml() ? -1 : matched, isBlank)) return false;
    if (isBlank) this.lines.setKind(line, LineKind.Blank);
    html.readLine(cursor.offset, cursor.end);
    return true;
  }

  /** Whether the line at the cursor ends an open HTML block, whatever is in it. */
  protected interruptsHtml(): boolean {
    return false;
  }

  private readBlank(line: number, matched: number): void {
    this.lines.setKind(line, LineKind.Blank);
    this.paragraph.close();
    this.inTable = false;
    this.containers.depth = matched;
  }

  private readContent(line: number, matched: number): void {
    const { cursor, containers, paragraph } = this;
    const continues = matched === containers.depth;
    const hadParagraph = paragraph.isOpen();
    const opened = containers.open(matched, continues && hadParagraph);
    const depth = opened ? containers.depth : matched;
    if (opened) this.lines.mark(line, containers.openedMark | (matched > 0 ? INNER_MARK : 0));
    const wasInTable = this.inTable && continues && !opened;
    this.inTable = false;
    if (cursor.isBlank()) {
      paragraph.close();
      return;
    }
    const inParagraph = hadParagraph && !opened;
    if (cursor.indent() > this.maxIndent) {
      if (inParagraph) paragraph.continue(cursor.content(), cursor.end, false);
      else {
        this.markLeaf(line, depth, opened, LeafMark.IndentedCode);
        this.closeTo(depth);
      }
      return;
    }
    if (inParagraph && continues && this.endParagraph(line, depth)) return;
    const leaf = this.startLeaf(line, depth, inParagraph);
    if (leaf !== LeafMark.None) {
      this.markLeaf(line, depth, opened, leaf);
      this.closeTo(depth);
    } else if (wasInTable) this.inTable = true;
    else if (inParagraph && paragraph.isOpen()) paragraph.continue(cursor.content(), cursor.end, true);
    else {
      containers.depth = depth;
      this.markLeaf(line, depth, opened, LeafMark.Paragraph);
      paragraph.start(line, cursor.content(), cursor.end);
    }
  }

  private markLeaf(line: number, depth: number, opened: boolean, leaf: number): void {
    this.lines.mark(line, leaf | (depth > 0 && !opened ? INNER_MARK : 0));
  }

  /** Closes the paragraph, the table and the containers deeper than `depth`. */
  private closeTo(depth: number): void {
    this.containers.depth = depth;
    this.paragraph.close();
  }

  /** Whether the line turns the open paragraph into a heading, or its last line into the header row of a table. */
  private endParagraph(line: number, depth: number): boolean {
    if (this.endSetextHeading(line, depth)) return true;
    if (!this.paragraph.endsWithTableHeader(this.cursor)) return false;
    this.lines.remarkLeaf(line - 1, LeafMark.Table);
    if (depth > 0 && this.paragraph.firstLine < line - 1) this.lines.mark(line - 1, INNER_MARK);
    this.paragraph.close();
    this.inTable = true;
    return true;
  }

  private endSetextHeading(line: number, depth: number): boolean {
    const { text, cursor, lines, paragraph } = this;
    const at = cursor.content();
    const marker = text.charCodeAt(at);
    if (marker !== EQUALS && marker !== MINUS) return false;
    if (skipSpaces(text, at + runLength(text, at, cursor.end, marker), cursor.end) < cursor.end) return false;
    const firstLine = paragraph.firstLine + paragraph.firstTextLine(line - paragraph.firstLine);
    const wasMarkedBefore = firstLine > paragraph.firstLine;
    paragraph.close();
    // Nothing but link reference definitions: the underline is the first line of another paragraph.
    if (firstLine === line) return false;
    const level = marker === EQUALS ? 1 : 2;
    const written = text.slice(lines.start(firstLine), lines.start(line));
    const title = setextLines(written, depth > 0).replaceAll('\n', ' ');
    if (!this.isUnderlinedHeading(title)) return false;
    const heading: Heading = { line: firstLine, lineCount: line - firstLine + 1, level, text: title };
    lines.remarkLeaf(firstLine, LeafMark.Heading);
    if (depth > 0) {
      if (wasMarkedBefore) lines.mark(firstLine, INNER_MARK);
      this.innerHeadings.push(heading);
    } else {
      lines.markHeading(firstLine, line);
      this.headings.push(heading);
    }
    return true;
  }

  /** Whether a line of `=` or `-` below a paragraph makes it a heading. */
  protected isUnderlinedHeading(_text: string): boolean {
    return true;
  }

  /** The leaf that starts on the line; `None` for text. */
  protected startLeaf(line: number, depth: number, inParagraph: boolean): number {
    const at = this.cursor.content();
    const first = this.text.charCodeAt(at);
    if (first === HASH) return this.startHeading(line, depth, at) ? LeafMark.Heading : LeafMark.None;
    if (first === BACKTICK || first === TILDE) {
      return this.startFence(line, depth, at, first) ? LeafMark.FencedCode : LeafMark.None;
    }
    if (first === LESS_THAN) {
      return this.html.start(at, this.cursor.end, depth, inParagraph) ? LeafMark.Html : LeafMark.None;
    }
    const isBreak = isThematicBreakMarker(first) && this.containers.isThematicBreak(at, first);
    return isBreak ? LeafMark.ThematicBreak : LeafMark.None;
  }

  private startHeading(line: number, depth: number, at: number): boolean {
    const { text, cursor } = this;
    if (this.hasTightHeadings && depth === 0 && cursor.indent() > 0) return false;
    const level = atxLevel(text, at, cursor.end, this.hasTightHeadings);
    if (level === 0) return false;
    if (depth === 0) this.lines.setKind(line, LineKind.Heading);
    const headings = depth === 0 ? this.headings : this.innerHeadings;
    headings.push({ line, lineCount: 1, level, text: atxText(text, at + level, cursor.end) });
    return true;
  }

  protected startFence(line: number, depth: number, at: number, marker: number): boolean {
    const { text, cursor } = this;
    const length = runLength(text, at, cursor.end, marker);
    if (length < MIN_FENCE_LENGTH) return false;
    const info = text.slice(at + length, cursor.end);
    if (marker === BACKTICK && info.includes('`')) return false;
    this.lines.setKind(line, LineKind.Fence);
    this.fence = { firstLine: line, marker, length, depth, info: info.trim() };
    return true;
  }
}
