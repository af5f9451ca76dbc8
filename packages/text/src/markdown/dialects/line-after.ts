const LINE = /(?:\r\n|\r|\n)[ \t>]*([^\r\n]*)/y;

/** A line without the white space around it and the markers of quotes before it. */
export interface LineAfter {
  readonly content: string;
  /** UTF-16 offset of its end. */
  readonly end: number;
}

/** The line after the one that ends at `end`; `undefined` after the last one. */
export function lineAfter(text: string, end: number): LineAfter | undefined {
  LINE.lastIndex = end;
  const found = LINE.exec(text);
  return found === null ? undefined : { content: found[1]!.trimEnd(), end: LINE.lastIndex };
}
