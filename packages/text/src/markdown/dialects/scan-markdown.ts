import type { LineScan } from '../line-scan.js';
import { blockStarts, readLines, scanLines } from '../scan-lines.js';
import type { Dialect } from './dialect.js';
import type { DialectScan } from './dialect-scan.js';
import { DialectScanner } from './dialect-scanner.js';
import { readMarkup } from './read-markup.js';

export interface ScanOptions {
  /** UTF-16 offset at which the scan starts (see `splitFrontMatter`); must be the start of a line. Default 0. */
  readonly bodyOffset?: number;
  /** Without one the text is CommonMark with GFM, and every line that is neither heading nor code is text. */
  readonly dialect?: Dialect | undefined;
}

/** What the lines of a dialect may start with, besides those of CommonMark. */
const DIALECT_STARTS = blockStarts('{!?=/ei%(^');

/**
 * Scans markdown line by line, as `scanLines` does, with the structure and the markup of a dialect. Linear in the
 * length of the text; markup that is never closed is text.
 */
export function scanMarkdown(text: string, options: ScanOptions & { readonly dialect: Dialect }): DialectScan;
export function scanMarkdown(text: string, options?: ScanOptions): LineScan | DialectScan;
export function scanMarkdown(text: string, { bodyOffset = 0, dialect }: ScanOptions = {}): LineScan | DialectScan {
  if (dialect === undefined) return scanLines(text, bodyOffset);
  const scanner = new DialectScanner(text, dialect);
  const lines = readLines(text, bodyOffset, scanner, DIALECT_STARTS);
  return readMarkup(text, dialect, lines, scanner.markupLines);
}

/** Whether a scan knows a dialect's markup and regions. */
export function isDialectScan(scan: LineScan): scan is DialectScan {
  return 'regions' in scan;
}
