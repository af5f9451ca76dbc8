import { type BlockScan, bodyOffsetOf, type Dialect, scanBlocks } from '@topicmill/text/markdown';
import { structureDiagnostics } from '../document-diagnostics.js';
import { findBoilerplate } from './boilerplate.js';
import type { BookDocument, BookReading } from './book-chunks.js';
import { unexpectedForm } from './book-form.js';
import type { BookHeading } from './book-heading.js';
import { findBookHeadings, headingSourceOf, markedHeadingCount } from './book-headings.js';
import { type BookLines, readBookLines } from './book-lines.js';
import { isConverted } from './converted-pages.js';
import type { DroppedLine } from './dropped-line.js';
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

/** Reads a book's headings and blocks, and drops the boilerplate that the options do not keep. */
export function readBook(
  { text, file, dialect }: BookDocument,
  options: Pick<TwoTierOptions, 'headings' | 'boilerplate'>,
): ReadBook {
  const lines = readBookLines(text);
  const bodyOffset = bodyOffsetOf(text, dialect);
  const head = frontMatterLines(lines, bodyOffset);
  const headRanges = bodyOffset > 0 ? [{ start: 0, end: bodyOffset }] : [];
  const whole = scanKept(text, headRanges, dialect);
  const headingSource = options.headings === 'auto' ? headingSourceOf(whole.scan) : options.headings;
  const form = { file, options, headingSource, markedCount: markedHeadingCount(whole.scan) };
  const isPlain = headingSource === 'plain';
  const findLines = () => {
    const found = findBoilerplate(lines, !isPlain).filter(({ start }) => start >= bodyOffset);
    return isPlain ? found : outsideFences(found, whole.scan, bodyOffset);
  };
  const drops = options.boilerplate === 'drop' || (options.boilerplate === 'auto' && (isPlain || isConverted(text)));
  const boilerplate = drops ? findLines() : [];
  const { kept, scannedText, scan } =
    boilerplate.length === 0 ? whole : scanKept(text, [...headRanges, ...boilerplate], dialect);
  const lineOf = lineCursor(lines);
  const sourceOffset = sourceMover(kept);
  const headings = findBookHeadings(scannedText, scan, headingSource);
  const shown = headings.map(({ firstLine, level, text: title }) => ({
    line: lineOf(sourceOffset(contentOffset(scannedText, scan.starts[firstLine]!))),
    level,
    text: title,
  }));
  const structure = isPlain
    ? []
    : structureDiagnostics({ text: whole.scannedText, scan: whole.scan }, head.length + 1, file);
  return {
    reading: {
      headingSource,
      headings: shown,
      dropped: [...head, ...boilerplate],
      diagnostics: [...unexpectedForm(form, drops ? () => [] : findLines), ...structure],
    },
    kept,
    scan,
    headings,
    formFeeds: offsetsOf(text, '\f'),
  };
}

/** The lines that are not part of a fenced code block. */
function outsideFences(found: readonly DroppedLine[], { fences, starts }: BlockScan, bodyOffset: number) {
  let next = 0;
  return found.filter(({ start }) => {
    const at = start - bodyOffset;
    while (next < fences.length && starts[fences[next]!.lastLine + 1]! <= at) next++;
    return next === fences.length || at < starts[fences[next]!.firstLine]!;
  });
}

function scanKept(source: string, ranges: readonly TextRange[], dialect: Dialect | undefined) {
  const kept = keepText(source, ranges);
  const scannedText = joinPages(kept.text, kept.cuts);
  return { kept, scannedText, scan: scanBlocks(scannedText, 0, dialect) };
}

function frontMatterLines(lines: BookLines, bodyOffset: number): DroppedLine[] {
  const dropped: DroppedLine[] = [];
  for (let line = 0; line < lines.lineCount && lines.starts[line + 1]! <= bodyOffset; line++) {
    const [start, end] = [lines.starts[line]!, lines.starts[line + 1]!];
    dropped.push({ kind: 'front-matter', line: line + 1, start, end });
  }
  return dropped;
}

/** 1-based line of an offset; call with non-decreasing offsets. */
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
