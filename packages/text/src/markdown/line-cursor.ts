/** A block without blocks inside it, as it is written in the low bits of a mark. */
export const LeafMark = {
  None: 0,
  Paragraph: 1,
  Heading: 2,
  FencedCode: 3,
  IndentedCode: 4,
  Html: 5,
  ThematicBreak: 6,
  Table: 7,
} as const;

/** The outermost of the containers that open on a line. */
export const ContainerMark = { None: 0, Quote: 1 << 4, ListItem: 2 << 4, Footnote: 3 << 4, Admonition: 0x80 } as const;

export const LEAF_MASK = 0x0f;
export const CONTAINER_MASK = 0xb0;

/** Set if what starts on the line is inside a container that was open before. */
export const INNER_MARK = 0x40;

const TAB = 9;
export const NEWLINE = 10;
export const RETURN = 13;
const SPACE = 32;

const TAB_STOP = 4;

/**
 * A place in one line of a text, counted both as an offset and as a column, with tabs going to stops of four. A tab of
 * which a container has taken only some columns is still at `offset`, while `column` is past its start.
 */
export class LineCursor {
  readonly text: string;
  /** UTF-16 offset of the next character. */
  offset = 0;
  /** UTF-16 offset of the line's end, without its line ending. */
  end = 0;
  private column = 0;
  /** Where the white space at `offset` ends; stays true while the cursor moves inside that white space. */
  private contentOffset = -1;
  private contentColumn = 0;

  constructor(text: string) {
    this.text = text;
  }

  startLine(offset: number, end: number): void {
    this.offset = offset;
    this.end = end;
    this.column = 0;
    this.contentOffset = -1;
  }

  /** Offset of the first character that is neither space nor tab, `end` on a blank rest. */
  content(): number {
    if (this.contentOffset < this.offset) this.findContent();
    return this.contentOffset;
  }

  /** Columns of white space before `content()`. */
  indent(): number {
    if (this.contentOffset < this.offset) this.findContent();
    return this.contentColumn - this.column;
  }

  isBlank(): boolean {
    return this.content() >= this.end;
  }

  /** Moves to `content()` and past `width` characters of it, none of them a tab. */
  takeContent(width: number): void {
    this.offset = this.content() + width;
    this.column = this.contentColumn + width;
  }

  /** Moves past columns of white space; there must be that many. */
  takeColumns(count: number): void {
    let left = count;
    while (left > 0) {
      if (this.text.charCodeAt(this.offset) !== TAB) {
        this.offset++;
        this.column++;
        left--;
        continue;
      }
      const width = TAB_STOP - (this.column % TAB_STOP);
      if (width > left) {
        this.column += left;
        return;
      }
      this.column += width;
      this.offset++;
      left -= width;
    }
  }

  private findContent(): void {
    const { text, end } = this;
    let at = this.offset;
    let column = this.column;
    for (; at < end; at++) {
      const code = text.charCodeAt(at);
      if (code === SPACE) column++;
      else if (code === TAB) column += TAB_STOP - (column % TAB_STOP);
      else break;
    }
    this.contentOffset = at;
    this.contentColumn = column;
  }
}

export function isSpaceOrTab(code: number): boolean {
  return code === SPACE || code === TAB;
}

/** First offset from `at` on that is neither a space nor a tab; `end` if there is none. */
export function skipSpaces(text: string, at: number, end: number): number {
  let offset = at;
  while (offset < end && isSpaceOrTab(text.charCodeAt(offset))) offset++;
  return offset;
}

/** Number of consecutive occurrences of `code` starting at `at`. */
export function runLength(text: string, at: number, end: number, code: number): number {
  let offset = at;
  while (offset < end && text.charCodeAt(offset) === code) offset++;
  return offset - at;
}
