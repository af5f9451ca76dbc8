/** A place in a text, three ways. */
export interface Position {
  /** UTF-16 offset. */
  readonly offset: number;
  /** Offset in the text as UTF-8. */
  readonly byte: number;
  /** 1-based line; LF, CRLF and CR end a line. */
  readonly line: number;
}

/** Walks a text from front to back and knows bytes and lines at each stop, each character read once. */
export class OffsetCursor {
  private offset = 0;
  private byte = 0;
  private lineNumber = 1;

  constructor(
    private readonly text: string,
    startOffset: number,
  ) {
    this.advanceTo(startOffset);
  }

  get line(): number {
    return this.lineNumber;
  }

  position(): Position {
    return { offset: this.offset, byte: this.byte, line: this.lineNumber };
  }

  /** Moves forward to a UTF-16 offset, which must not lie inside a surrogate pair. */
  advanceTo(offset: number): void {
    let byte = this.byte;
    let line = this.lineNumber;
    for (let at = this.offset; at < offset; at++) {
      const code = this.text.charCodeAt(at);
      if (code < 0x80) {
        byte++;
        if (code === 10 || (code === 13 && this.text.charCodeAt(at + 1) !== 10)) line++;
      } else if (code < 0x800) byte += 2;
      else if (code < 0xd800 || code > 0xdfff) byte += 3;
      else byte += 2;
    }
    this.byte = byte;
    this.lineNumber = line;
    this.offset = offset;
  }
}
