import { BlockState } from './block-state.js';
import type { LineScan } from './line-scan.js';

/**
 * Scans markdown line by line for headings and fenced code blocks, as CommonMark sees them, without building a tree.
 * Fences are found inside block quotes and list items too; headings only at the top level. Time is linear in the
 * length of the text.
 *
 * @param text the document as read
 * @param bodyOffset UTF-16 offset at which the scan starts (see `splitFrontMatter`); must be the start of a line
 * @returns offsets are UTF-16 offsets in `text`; line 0 is the first line of the body
 */
export function scanLines(text: string, bodyOffset = 0): LineScan {
  const starts = lineStarts(text, bodyOffset);
  const lineCount = starts.length - 1;
  const state = new BlockState(text, starts);
  for (let line = 0; line < lineCount; line++) state.read(line);
  return state.finish();
}

function lineStarts(text: string, bodyOffset: number): Uint32Array {
  const starts: number[] = [];
  let at = bodyOffset;
  if (hasLoneCarriageReturn(text)) {
    const lineEnd = /\r\n|\n|\r/g;
    lineEnd.lastIndex = at;
    while (at < text.length) {
      starts.push(at);
      at = lineEnd.exec(text) === null ? text.length : lineEnd.lastIndex;
    }
  } else {
    while (at < text.length) {
      starts.push(at);
      const newline = text.indexOf('\n', at);
      at = newline === -1 ? text.length : newline + 1;
    }
  }
  starts.push(text.length);
  return Uint32Array.from(starts);
}

function hasLoneCarriageReturn(text: string): boolean {
  for (let at = text.indexOf('\r'); at !== -1; at = text.indexOf('\r', at + 2)) {
    if (text.charCodeAt(at + 1) !== 10) return true;
  }
  return false;
}
