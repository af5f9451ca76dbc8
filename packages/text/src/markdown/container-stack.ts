import { ContainerMark, isSpaceOrTab, type LineCursor, skipSpaces } from './line-cursor.js';

const ASTERISK = 42;
const PLUS = 43;
const MINUS = 45;
const GREATER_THAN = 62;
const OPENING_BRACKET = 91;
const CLOSING_BRACKET = 93;
const BACKSLASH = 92;
const CARET = 94;
const COLON = 58;
const UNDERSCORE = 95;

/** Nesting beyond this is text: it keeps the time linear, whatever the document. */
const MAX_CONTAINERS = 100;

const BLOCK_QUOTE = -1;
const FOOTNOTE_INDENT = 4;
/** Columns by which the body of an admonition or a content tab is indented. */
const INDENTED_BODY = 4;
const MAX_FOOTNOTE_LABEL = 999;

/** State of a list item whose marker is followed by nothing. */
const BlankStart = { No: 0, FirstLine: 1, FurtherLine: 2 } as const;

/** Whether a line, from its content on, starts a container whose body is indented by four columns. */
export type ContainerStart = (text: string, at: number, end: number) => boolean;

/** The open block quotes, list items and footnote definitions, from the outside in. */
export class ContainerStack {
  private readonly cursor: LineCursor;
  /** `BLOCK_QUOTE`, or the columns of indentation that a line needs to belong to the item. */
  private readonly indents = new Int32Array(MAX_CONTAINERS);
  private readonly blankStarts = new Uint8Array(MAX_CONTAINERS);
  private breakRefutedFrom = -1;
  private breakRefutedTo = -1;
  private breakRefutedMarker = 0;
  depth = 0;
  /** The outermost container that the last `open` opened. */
  openedMark: number = ContainerMark.None;

  /** @param maxIndent columns of white space with which a line is not yet indented code */
  constructor(
    cursor: LineCursor,
    private readonly maxIndent: number,
    private readonly startsContainer: ContainerStart | undefined,
  ) {
    this.cursor = cursor;
  }

  /** Moves the cursor past the markers and indentation of the open containers; returns how many of them go on. */
  match(): number {
    const { cursor } = this;
    for (let level = 0; level < this.depth; level++) {
      const indent = this.indents[level]!;
      if (indent === BLOCK_QUOTE) {
        if (!this.takeQuoteMarker()) return level;
      } else if (cursor.isBlank()) {
        if (this.blankStarts[level] === BlankStart.FirstLine) this.blankStarts[level] = BlankStart.FurtherLine;
      } else {
        if (this.blankStarts[level] === BlankStart.FurtherLine || cursor.indent() < indent) return level;
        this.blankStarts[level] = BlankStart.No;
        cursor.takeColumns(indent);
      }
    }
    return this.depth;
  }

  /**
   * Opens the containers that start at the cursor, in place of those that do not go on.
   *
   * @param matched how many of the open containers go on
   * @param interrupts whether the line would otherwise continue a paragraph: an empty list item, or one with a number
   *   other than 1, then starts no list
   * @returns whether there are any
   */
  open(matched: number, interrupts: boolean): boolean {
    const { cursor } = this;
    let level = matched;
    while (level < MAX_CONTAINERS && cursor.indent() <= this.maxIndent) {
      let blankStart: number = BlankStart.No;
      let indent = 0;
      const first = cursor.text.charCodeAt(cursor.content());
      if (first === GREATER_THAN) indent = this.takeQuoteMarker() ? BLOCK_QUOTE : 0;
      else if (first === OPENING_BRACKET) indent = this.takeFootnoteLabel();
      else if (isListMarkerStart(first)) {
        indent = this.takeListMarker(interrupts && level === matched);
        if (indent !== 0 && cursor.isBlank()) blankStart = BlankStart.FirstLine;
      } else if (this.startsContainer?.(cursor.text, cursor.content(), cursor.end) === true) {
        cursor.takeContent(cursor.end - cursor.content());
        indent = INDENTED_BODY;
      }
      if (indent === 0) break;
      if (level === matched) this.openedMark = containerMark(first);
      this.indents[level] = indent;
      this.blankStarts[level] = blankStart;
      level++;
    }
    if (level === matched) return false;
    this.depth = level;
    return true;
  }

  /** Whether the line from `at` on is a thematic break of this marker. */
  isThematicBreak(at: number, marker: number): boolean {
    const { text, end } = this.cursor;
    if (marker === this.breakRefutedMarker && at >= this.breakRefutedFrom && at <= this.breakRefutedTo) return false;
    let count = 0;
    for (let offset = at; offset < end; offset++) {
      const code = text.charCodeAt(offset);
      if (code === marker) count++;
      else if (!isSpaceOrTab(code)) {
        // A line like `- - - … x` asks once a marker; the text at `offset` refutes them all.
        this.breakRefutedFrom = at;
        this.breakRefutedTo = offset;
        this.breakRefutedMarker = marker;
        return false;
      }
    }
    return count >= 3;
  }

  private takeQuoteMarker(): boolean {
    const { cursor } = this;
    const at = cursor.content();
    if (at >= cursor.end || cursor.text.charCodeAt(at) !== GREATER_THAN || cursor.indent() > this.maxIndent)
      return false;
    cursor.takeContent(1);
    if (cursor.indent() > 0) cursor.takeColumns(1);
    return true;
  }

  /** Takes a list marker and the white space after it; returns the indentation of the item's content, or 0. */
  private takeListMarker(interrupts: boolean): number {
    const { cursor } = this;
    const at = cursor.content();
    const width = this.listMarkerWidth(at);
    if (width === 0) return 0;
    const isEmpty = skipSpaces(cursor.text, at + width, cursor.end) === cursor.end;
    if (interrupts && (isEmpty || !isBulletOrOne(cursor.text, at, width))) return 0;
    const markerIndent = cursor.indent();
    cursor.takeContent(width);
    if (isEmpty) return markerIndent + width + 1;
    const spaces = cursor.indent();
    const taken = spaces > this.maxIndent + 1 ? 1 : spaces;
    cursor.takeColumns(taken);
    return markerIndent + width + taken;
  }

  private listMarkerWidth(at: number): number {
    const { text, end } = this.cursor;
    const first = text.charCodeAt(at);
    let width = 1;
    if (isDigit(first)) {
      while (width < 10 && isDigit(text.charCodeAt(at + width))) width++;
      const delimiter = text.charCodeAt(at + width);
      if (width > 9 || at + width >= end || (delimiter !== 46 && delimiter !== 41)) return 0;
      width++;
    }
    if (at + width < end && !isSpaceOrTab(text.charCodeAt(at + width))) return 0;
    return first !== PLUS && !isDigit(first) && this.isThematicBreak(at, first) ? 0 : width;
  }

  /** Takes `[^label]:` with all white space after it. */
  private takeFootnoteLabel(): number {
    const { cursor } = this;
    const { text, end } = cursor;
    const at = cursor.content();
    if (text.charCodeAt(at + 1) !== CARET) return 0;
    const label = at + 2;
    const limit = Math.min(end, label + MAX_FOOTNOTE_LABEL + 1);
    let offset = label;
    for (; offset < limit; offset++) {
      const code = text.charCodeAt(offset);
      if (code === CLOSING_BRACKET) break;
      if (code === OPENING_BRACKET || isSpaceOrTab(code)) return 0;
      if (code === BACKSLASH && isEscapable(text.charCodeAt(offset + 1))) offset++;
    }
    if (offset === label || text.charCodeAt(offset) !== CLOSING_BRACKET || offset >= end) return 0;
    if (text.charCodeAt(offset + 1) !== COLON) return 0;
    cursor.takeContent(offset + 2 - at);
    cursor.takeColumns(cursor.indent());
    return FOOTNOTE_INDENT;
  }
}

export function isThematicBreakMarker(code: number): boolean {
  return code === ASTERISK || code === MINUS || code === UNDERSCORE;
}

function containerMark(first: number): number {
  if (first === GREATER_THAN) return ContainerMark.Quote;
  if (first === OPENING_BRACKET) return ContainerMark.Footnote;
  return isListMarkerStart(first) ? ContainerMark.ListItem : ContainerMark.Admonition;
}

function isListMarkerStart(code: number): boolean {
  return code === MINUS || code === ASTERISK || code === PLUS || isDigit(code);
}

function isBulletOrOne(text: string, at: number, width: number): boolean {
  return width === 1 || (width === 2 && text.charCodeAt(at) === 49);
}

function isEscapable(code: number): boolean {
  return code === OPENING_BRACKET || code === BACKSLASH || code === CLOSING_BRACKET;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}
