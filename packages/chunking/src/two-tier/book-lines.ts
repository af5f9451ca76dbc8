const NEWLINE = 10;
const RETURN = 13;

/** The lines of a book with the page that each is on. Line i runs from `starts[i]` to `starts[i + 1]`. */
export interface BookLines {
  readonly text: string;
  readonly lineCount: number;
  /** UTF-16 offsets; `lineCount + 1` entries. */
  readonly starts: Uint32Array;
  /** 0-based page of each line: form feeds before its first character that is not white space. */
  readonly pages: Uint32Array;
  readonly hasPages: boolean;
}

export function readBookLines(text: string): BookLines {
  const starts = lineStarts(text);
  const lineCount = starts.length - 1;
  const pages = new Uint32Array(lineCount);
  const hasPages = text.includes('\f');
  if (hasPages) {
    let feed = text.indexOf('\f');
    let page = 0;
    for (let line = 0; line < lineCount; line++) {
      const end = starts[line + 1]!;
      const content = contentStart(text, starts[line]!, end);
      for (; feed !== -1 && feed < content; feed = text.indexOf('\f', feed + 1)) page++;
      pages[line] = page;
      for (; feed !== -1 && feed < end; feed = text.indexOf('\f', feed + 1)) page++;
    }
  }
  return { text, lineCount, starts, pages, hasPages };
}

/** The line without white space at both ends. */
export function trimmedLine({ text, starts }: BookLines, line: number): string {
  return text.slice(starts[line], starts[line + 1]).trim();
}

function lineStarts(text: string): Uint32Array {
  const starts: number[] = [0];
  const hasReturn = text.includes('\r');
  for (let at = 0; at < text.length; ) {
    at = hasReturn ? lineEndWithReturns(text, at) : lineEnd(text, at);
    starts.push(at);
  }
  if (text === '') starts.push(0);
  return Uint32Array.from(starts);
}

function lineEnd(text: string, at: number): number {
  const found = text.indexOf('\n', at);
  return found === -1 ? text.length : found + 1;
}

function lineEndWithReturns(text: string, start: number): number {
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === NEWLINE) return at + 1;
    if (code === RETURN) return text.charCodeAt(at + 1) === NEWLINE ? at + 2 : at + 1;
  }
  return text.length;
}

function contentStart(text: string, start: number, end: number): number {
  let at = start;
  while (at < end && /\s/.test(text[at]!)) at++;
  return at;
}
