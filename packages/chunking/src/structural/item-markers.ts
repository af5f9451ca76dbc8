const TAB_STOP = 4;
const MARKER = /([-+*]|\d{1,9}[.)])([ \t]+|$)/y;
const FOOTNOTE = /^ {0,3}\[\^[^\]\s]+\]:[ \t]*/;
/** Columns by which the blocks of a footnote are indented. */
const FOOTNOTE_INDENT = 4;
/** More white space after a marker is part of the item's text. */
const MAX_MARKER_SPACE = 4;

interface OpenItem {
  readonly column: number;
  readonly marker: string;
  readonly contentColumn: number;
}

/** Where a line is among the items of a list. */
export interface ItemPlace {
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
export class ItemMarkers {
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
    for (let found = MARKER.exec(line); found !== null; found = MARKER.exec(line)) {
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
