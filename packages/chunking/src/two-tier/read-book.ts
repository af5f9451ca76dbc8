import { type BlockScan, scanBlocks, splitFrontMatter } from '@topicmill/text/markdown';
import { structureDiagnostics } from '../document-diagnostics.js';
import { findBoilerplate } from './boilerplate.js';
import type { BookDocument, BookReading } from './book-chunks.js';
import type { BookHeading } from './book-heading.js';
import { findBookHeadings, headingSourceOf } from './book-headings.js';
import { type BookLines, readBookLines } from './book-lines.js';
import type { DroppedLine } from './book-record.js';
import { joinPages } from './join-pages.js';
import { type KeptText, keepText, sourceMover, type TextRange } from './kept-text.js';
import type { TwoTierOptions } from './options.js';

/** A book with its boilerplate left out and its structure known. */
export interface ReadBook {
  readonly reading: BookReading;
  readonly kept: KeptText;
  /** Of a text of the length of `kept.text`. */
  readonly scan: BlockScan;
  readonly headings: readonly BookHeading[];
  /** Offsets of the form feeds in the book as read. */
  readonly formFeeds: readonly number[];
}

/** Reads a book's headings and blocks; boilerplate is looked for in plain text only. */
export function readBook(
  { text, file }: BookDocument,
  { headings: wanted, keepsBoilerplate }: Pick<TwoTierOptions, 'headings' | 'keepsBoilerplate'>,
): ReadBook {
  const lines = readBookLines(text);
  const { bodyOffset } = splitFrontMatter(text);
  const head = frontMatterLines(lines, bodyOffset);
  const headRange = { start: 0, end: bodyOffset };
  let scanned = scanKept(text, bodyOffset > 0 ? [headRange] : []);
  const headingSource = wanted === 'auto' ? headingSourceOf(scanned.scan) : wanted;
  let dropped = head;
  if (headingSource === 'plain' && !keepsBoilerplate) {
    const boilerplate = findBoilerplate(lines).filter(({ start }) => start >= bodyOffset);
    if (boilerplate.length > 0) scanned = scanKept(text, [...(bodyOffset > 0 ? [headRange] : []), ...boilerplate]);
    dropped = [...head, ...boilerplate];
  }
  const lineOf = lineCursor(lines);
  const { kept, scannedText, scan } = scanned;
  const sourceOffset = sourceMover(kept);
  const headings = findBookHeadings(scannedText, scan, headingSource);
  const shown = headings.map(({ firstLine, level, text: title }) => ({
    line: lineOf(sourceOffset(contentOffset(scannedText, scan.starts[firstLine]!))),
    level,
    text: title,
  }));
  const diagnostics = headingSource === 'markdown' ? structureDiagnostics(scan, head.length + 1, file) : [];
  return {
    reading: { headingSource, headings: shown, dropped, diagnostics },
    kept,
    scan,
    headings,
    formFeeds: offsetsOf(text, '\f'),
  };
}

function scanKept(source: string, ranges: readonly TextRange[]) {
  const kept = keepText(source, ranges);
  const scannedText = joinPages(kept.text, kept.cuts);
  return { kept, scannedText, scan: scanBlocks(scannedText) };
}

function frontMatterLines(lines: BookLines, bodyOffset: number): DroppedLine[] {
  const dropped: DroppedLine[] = [];
  for (let line = 0; line < lines.lineCount && lines.starts[line + 1]! <= bodyOffset; line++) {
    const [start, end] = [lines.starts[line]!, lines.starts[line + 1]!];
    dropped.push({ kind: 'front-matter', line: line + 1, start, end });
  }
  return dropped;
}

/** 1-based line of an offset; offsets must not fall from call to call. */
function lineCursor({ starts, lineCount }: BookLines): (offset: number) => number {
  let line = 0;
  return (offset) => {
    while (line + 1 < lineCount && starts[line + 1]! <= offset) line++;
    return line + 1;
  };
}

function contentOffset(text: string, start: number): number {
  let at = start;
  while (at < text.length && /\s/.test(text[at]!)) at++;
  return at;
}

function offsetsOf(text: string, character: string): number[] {
  const offsets: number[] = [];
  for (let at = text.indexOf(character); at !== -1; at = text.indexOf(character, at + 1)) offsets.push(at);
  return offsets;
}
