import { BlockScanner, type ScannedLines } from './block-scanner.js';
import { NEWLINE, RETURN } from './line-cursor.js';
import type { LineScan } from './line-scan.js';

/** 1 for the ASCII characters that may start something else than text. */
const MAY_START_BLOCK = blockStarts('');

/** @param more characters that may start something in a dialect */
export function blockStarts(more: string): Uint8Array {
  const starts = `\t\n\r #*+-0123456789:<=>[_\`|~${more}`;
  return Uint8Array.from({ length: 128 }, (_, code) => (starts.includes(String.fromCharCode(code)) ? 1 : 0));
}

/**
 * Scans markdown line by line for headings and fenced code blocks, as CommonMark 0.31 with GFM's tables and footnotes
 * sees them, without building a tree. Fences are found inside block quotes and list items too; headings only at the
 * top level. Time is linear in the length of the text; containers nested more than 100 deep are taken for text.
 *
 * @param text the document as read
 * @param bodyOffset UTF-16 offset at which the scan starts (see `splitFrontMatter`); must be the start of a line
 * @returns offsets are UTF-16 offsets in `text`; line 0 is the first line of the body
 */
export function scanLines(text: string, bodyOffset = 0): LineScan {
  const { lineCount, starts, kinds, marks, headings, fences } = readLines(text, bodyOffset);
  return { lineCount, starts, kinds, marks, headings, fences };
}

/** The same with what starts on each line, for `scanBlocks`. */
export function readLines(
  text: string,
  bodyOffset: number,
  scanner = new BlockScanner(text),
  mayStart = MAY_START_BLOCK,
): ScannedLines {
  const hasLoneReturn = hasLoneCarriageReturn(text);
  let newline = -1;
  for (let start = bodyOffset; start < text.length; ) {
    if (newline < start) newline = lineFeed(text, start);
    const end = hasLoneReturn ? firstReturn(text, start, newline) : newline;
    readLine(scanner, mayStart, start, end);
    start = end + 1 < newline ? end + 1 : newline + 1;
  }
  return scanner.finish();
}

function readLine(scanner: BlockScanner, mayStart: Uint8Array, start: number, lineEnd: number): void {
  const { text } = scanner;
  const first = text.charCodeAt(start);
  const end = lineEnd > start && text.charCodeAt(lineEnd - 1) === RETURN ? lineEnd - 1 : lineEnd;
  if (first < 128 && mayStart[first] === 1) scanner.readLine(start, end);
  else if (scanner.isPlain()) scanner.readPlainLine(start, end);
  else if (scanner.isInTopLevelFence()) scanner.readCodeLine(start);
  else scanner.readLine(start, end);
}

/** Offset of the next line feed; the text's length without one. */
function lineFeed(text: string, at: number): number {
  const found = text.indexOf('\n', at);
  return found === -1 ? text.length : found;
}

function firstReturn(text: string, start: number, lineEnd: number): number {
  for (let at = start; at < lineEnd; at++) if (text.charCodeAt(at) === RETURN) return at;
  return lineEnd;
}

function hasLoneCarriageReturn(text: string): boolean {
  for (let at = text.indexOf('\r'); at !== -1; at = text.indexOf('\r', at + 2)) {
    if (text.charCodeAt(at + 1) !== NEWLINE) return true;
  }
  return false;
}
