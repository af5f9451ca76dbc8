/**
 * What a line is to a chunker. Every line of a fenced block, its fences included, is `Fence`. `Markup` is what only a
 * site generator reads; just a scan with a dialect knows it.
 */
export const LineKind = { Blank: 0, Text: 1, Heading: 2, Fence: 3, Markup: 4 } as const;

/** A heading of the document itself; headings inside quotes, lists, HTML or code are text. */
export interface Heading {
  /** 0-based index of its first line. */
  readonly line: number;
  /** Lines it covers: 1, or more for a heading that is underlined. */
  readonly lineCount: number;
  /** 1 to 6. */
  readonly level: number;
  /** Its text without markers, white space trimmed; without the id, where the dialect has explicit ids. */
  readonly text: string;
  /** The id that its author gave it, as the dialect writes ids. */
  readonly id?: string;
}

/** A fenced code block at any depth of quotes and lists. */
export interface FencedBlock {
  /** 0-based index of the line of its opening fence. */
  readonly firstLine: number;
  /** 0-based index of its last line: the closing fence, or where its container or the document ends. */
  readonly lastLine: number;
  readonly closed: boolean;
  /** The opening fence's info string, trimmed. */
  readonly info: string;
}

/** The lines of a text. Line i runs from `starts[i]` to `starts[i + 1]`, its line end included. */
export interface LineScan {
  readonly lineCount: number;
  /** UTF-16 offsets in the text; `lineCount + 1` entries, the last one the text's length. */
  readonly starts: Uint32Array;
  /** A `LineKind` for each line. */
  readonly kinds: Uint8Array;
  /** What starts on each line, at any depth; 0 when the line goes on with what is open. See `startsBlock`. */
  readonly marks: Uint8Array;
  readonly headings: readonly Heading[];
  readonly fences: readonly FencedBlock[];
}

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
