import { countLineEnds, LineKind, type LineScan, scanLines } from '@topicmill/text/markdown';

/** The lines of a text without their line ends, with its scan. */
export interface TextLines {
  readonly scan: LineScan;
  readonly lines: readonly string[];
}

/**
 * Splits markdown into lines.
 *
 * @param bodyOffset UTF-16 offset of the line to start at
 */
export function textLines(text: string, bodyOffset = 0): TextLines {
  const scan = scanLines(text, bodyOffset);
  const lines: string[] = [];
  for (let line = 0; line < scan.lineCount; line++) {
    lines.push(text.slice(scan.starts[line]!, scan.starts[line + 1]!).replace(/[\r\n]+$/, ''));
  }
  return { scan, lines };
}

/** Whether a line belongs to a fenced block. */
export function isFenced(scan: LineScan, line: number): boolean {
  return scan.kinds[line] === LineKind.Fence;
}

/** Number of line ends in `text` before `offset`. */
export function lineEndsBefore(text: string, offset: number): number {
  return countLineEnds(text.slice(0, offset));
}
