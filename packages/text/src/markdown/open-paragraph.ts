import { isSpaceOrTab, type LineCursor, runLength, skipSpaces } from './line-cursor.js';
import { definitionsEnd } from './link-definition.js';

const MINUS = 45;
const COLON = 58;
const BACKSLASH = 92;
const PIPE = 124;

/**
 * Number of cells in a line that may be the header row of a GFM table; 0 when it cannot be one (GFM 0.29, section 4.10).
 */
function headerCellCount(text: string, start: number, end: number): number {
  let cells = 0;
  let marks = text.charCodeAt(start) === PIPE ? 0 : 1;
  let atCellStart = marks === 1;
  let at = start;
  while (at < end) {
    const code = text.charCodeAt(at);
    if (isSpaceOrTab(code)) {
      at++;
      continue;
    }
    marks++;
    if (atCellStart) cells++;
    atCellStart = code === PIPE;
    at = code === PIPE ? at + 1 : endOfCellText(text, at, end);
  }
  return marks > 1 ? cells : 0;
}

/**
 * Number of cells in the delimiter row of a GFM table (`| --- | :-: |`), 0 if the line is not one: it must contain a pipe
 * or a colon.
 */
function delimiterCellCount(text: string, start: number, end: number): number {
  let cells = 0;
  let hasPipeOrColon = false;
  let at = start;
  if (text.charCodeAt(at) === PIPE) {
    hasPipeOrColon = true;
    at = skipSpaces(text, at + 1, end);
  }
  while (at < end) {
    const dashes = text.charCodeAt(at) === COLON ? at + 1 : at;
    const afterDashes = dashes + runLength(text, dashes, end, MINUS);
    if (afterDashes === dashes) return 0;
    const cellEnd = afterDashes < end && text.charCodeAt(afterDashes) === COLON ? afterDashes + 1 : afterDashes;
    hasPipeOrColon ||= dashes > at || cellEnd > afterDashes;
    cells++;
    at = skipSpaces(text, cellEnd, end);
    if (at === end) break;
    if (text.charCodeAt(at) !== PIPE) return 0;
    hasPipeOrColon = true;
    at = skipSpaces(text, at + 1, end);
  }
  return hasPipeOrColon ? cells : 0;
}

function endOfCellText(text: string, start: number, end: number): number {
  let at = start;
  while (at < end) {
    const code = text.charCodeAt(at);
    if (code === PIPE || isSpaceOrTab(code)) return at;
    at++;
    if (code === BACKSLASH && at < end && (text.charCodeAt(at) === PIPE || text.charCodeAt(at) === BACKSLASH)) at++;
  }
  return at;
}

const OPENING_BRACKET = 91;

/** The paragraph that is open, at whatever depth, as far as it decides what its next line is. */
export class OpenParagraph {
  private readonly text: string;
  /** -1 without an open paragraph. */
  firstLine = -1;
  /** Where the content of its last line starts, if that line may be the header row of a table; else -1. */
  private headerStart = -1;
  private headerEnd = -1;
  /** Start and end of each line's content, when it may start with link reference definitions. */
  private definitionLines: number[] | undefined;

  constructor(text: string) {
    this.text = text;
  }

  isOpen(): boolean {
    return this.firstLine !== -1;
  }

  /** Whether the content of all its lines must be known. */
  needsLines(): boolean {
    return this.definitionLines !== undefined;
  }

  start(line: number, contentStart: number, contentEnd: number): void {
    this.firstLine = line;
    this.headerStart = contentStart;
    this.headerEnd = contentEnd;
    const mayDefine = this.text.charCodeAt(contentStart) === OPENING_BRACKET;
    this.definitionLines = mayDefine ? [contentStart, contentEnd] : undefined;
  }

  /** @param mayBeHeader whether the line may be the header row of a table: it is not indented like code */
  continue(contentStart: number, contentEnd: number, mayBeHeader: boolean): void {
    this.headerStart = mayBeHeader ? contentStart : -1;
    this.headerEnd = contentEnd;
    this.definitionLines?.push(contentStart, contentEnd);
  }

  close(): void {
    this.firstLine = -1;
    this.definitionLines = undefined;
  }

  /** Whether the line at the cursor is the delimiter row of a table whose header row is the paragraph's last line. */
  endsWithTableHeader(cursor: LineCursor): boolean {
    if (this.headerStart === -1) return false;
    const at = cursor.content();
    const first = this.text.charCodeAt(at);
    if (first !== PIPE && first !== COLON && first !== MINUS) return false;
    const delimiters = delimiterCellCount(this.text, at, cursor.end);
    return delimiters > 0 && delimiters === headerCellCount(this.text, this.headerStart, this.headerEnd);
  }

  /** Index of its first line, from 0, that is not a link reference definition; its line count when all are. */
  firstTextLine(lineCount: number): number {
    const lines = this.definitionLines;
    if (lines === undefined) return 0;
    let paragraph = '';
    for (let i = 0; i < lines.length; i += 2) paragraph += `${this.text.slice(lines[i], lines[i + 1])}\n`;
    const end = definitionsEnd(paragraph);
    if (end === paragraph.length) return lineCount;
    let index = 0;
    for (let at = paragraph.indexOf('\n'); at !== -1 && at < end; at = paragraph.indexOf('\n', at + 1)) index++;
    return index;
  }
}
