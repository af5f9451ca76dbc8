const LINE_END = /\r\n|\n|\r/g;

/** Number of line ends in a text; LF, CRLF and CR each end a line. */
export function countLineEnds(text: string): number {
  return text.match(LINE_END)?.length ?? 0;
}

/** 1-based line of the character at an offset, in UTF-16 units. For many offsets of one text, use `LineNumbers`. */
export function lineNumberAt(text: string, offset: number): number {
  return countLineEnds(text.slice(0, offset)) + 1;
}

/** Finds the lines of offsets in a text; LF, CRLF and CR each end a line. */
export class LineNumbers {
  private readonly starts: number[] = [0];

  constructor(text: string) {
    for (const match of text.matchAll(LINE_END)) this.starts.push(match.index + match[0].length);
  }

  /** 1-based line of the character at an offset, in UTF-16 units. */
  lineAt(offset: number): number {
    let low = 0;
    let high = this.starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.starts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  }
}
