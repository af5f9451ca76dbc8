/** Characters of a line that patterns are tried on. */
const LOOKED_AT = 300;
const LINE_END = /\r\n|\n|\r/g;

/** A line of a text. Offsets are UTF-16. */
export interface TextLine {
  readonly startChar: number;
  /** After the line end. */
  readonly endChar: number;
  /** The line's beginning, up to 300 characters, without white space at its end. */
  readonly head: string;
}

/** The lines of a text; a line end is CRLF, LF or CR. */
export function textLines(text: string): TextLine[] {
  const lines: TextLine[] = [];
  let startChar = 0;
  for (const { 0: lineEnd, index } of text.matchAll(LINE_END)) {
    const endChar = index + lineEnd.length;
    lines.push({ startChar, endChar, head: headOf(text, startChar, index) });
    startChar = endChar;
  }
  if (startChar < text.length) {
    lines.push({ startChar, endChar: text.length, head: headOf(text, startChar, text.length) });
  }
  return lines;
}

function headOf(text: string, start: number, end: number): string {
  return text.slice(start, Math.min(end, start + LOOKED_AT)).trimEnd();
}
