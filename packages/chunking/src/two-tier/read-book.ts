import { counted, type Diagnostic } from '@topicmill/base/diagnostics';
import { type BlockScan, bodyOffsetOf, type Dialect, type Heading, scanBlocks } from '@topicmill/text/markdown';
import { structureDiagnostics } from '../document-diagnostics.js';
import { HeadingTexts, titleOfContent } from '../structural/heading-text.js';
import { findBoilerplate } from './boilerplate.js';
import { type BookLines, readBookLines } from './book-lines.js';
import type { BookDocument, BookReading, DroppedLine, HeadingSource } from './book-record-schema.js';
import { htmlTableLines, type LineRange } from './book-sections.js';
import { isContentsTitle, isConverted } from './converted-pages.js';
import type { TwoTierOptions } from './options.js';
import { type BookHeading, findPlainHeadings } from './plain-headings.js';
import { isSpace, type KeptText, keepText, sourceMover, type TextRange } from './sentences.js';

/** A book with its boilerplate left out and its structure known. */
export interface ReadBook {
  readonly reading: BookReading;
  readonly kept: KeptText;
  /** Of a text of the length of `kept.text`. */
  readonly scan: BlockScan;
  readonly headings: readonly BookHeading[];
  /** Lines of tables in HTML. */
  readonly tables: readonly LineRange[];
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
  const headingSource = options.headings === 'auto' ? detectHeadingSource(whole.scan) : options.headings;
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
  const tables = htmlTableLines(scannedText, scan);
  const headings = outsideTables(findBookHeadings(scannedText, scan, headingSource), tables);
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
    tables,
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

/** How a book was read, and what its name says about its form. */
interface BookForm {
  readonly file: string;
  readonly options: Pick<TwoTierOptions, 'headings' | 'boilerplate'>;
  readonly headingSource: HeadingSource;
  /** Headings marked as markdown. */
  readonly markedCount: number;
}

const MARKDOWN_NAME = /\.(?:md|mdx|mkd|markdown)$/i;

/**
 * A warning when the number of marked headings decided on a different form than the file name suggests: markdown read as
 * plain text, or plain text read as markdown.
 *
 * @param keptBoilerplate finds the lines that were kept and would have been dropped from plain text
 */
function unexpectedForm(
  { file, options, headingSource, markedCount }: BookForm,
  keptBoilerplate: () => readonly DroppedLine[],
): Diagnostic[] {
  if (options.headings !== 'auto' || MARKDOWN_NAME.test(file) === (headingSource === 'markdown')) return [];
  const marked = counted(markedCount, 'marked heading');
  if (headingSource === 'plain') {
    return [
      {
        severity: 'warning',
        code: 'BOOK_READ_AS_PLAIN',
        message: `With ${marked} this is read as plain text: headings are recognised by their form.`,
        file,
        remedy: 'Pass --headings markdown if only marked headings count, or --headings plain to confirm plain text.',
      },
    ];
  }
  const count = options.boilerplate === 'keep' ? 0 : keptBoilerplate().length;
  const lines = count === 0 ? '' : `; ${counted(count, 'line')} of boilerplate not removed`;
  return [
    {
      severity: 'warning',
      code: 'BOOK_READ_AS_MARKDOWN',
      message: `With ${marked} this is read as markdown: no other headings are recognised${lines}.`,
      file,
      remedy:
        'Pass --headings plain if this is plain text. If it is markdown, pass --headings markdown, and --drop-boilerplate to remove page numbers and running lines.',
    },
  ];
}

/** From this number of marked headings on, a text is markdown. */
const MIN_MARKED_HEADINGS = 3;

/**
 * How the headings of a text are to be found: markdown when at least three are marked as such, else plain. A heading
 * underlined over several lines does not count, as a paragraph above a rule would look the same.
 */
function detectHeadingSource(scan: BlockScan): HeadingSource {
  return markedHeadingCount(scan) >= MIN_MARKED_HEADINGS ? 'markdown' : 'plain';
}

/** Headings marked as markdown, those underlined over several lines not counted. */
function markedHeadingCount(scan: BlockScan): number {
  return scan.blocks.filter((block) => block.type === 'heading' && isPlainlyMarked(block.heading)).length;
}

function isPlainlyMarked({ lineCount, text }: Heading): boolean {
  return lineCount <= 2 && text !== '';
}

/** The headings of a text in order, without markdown: one that has no text besides it, such as an image, is as written. */
function findBookHeadings(text: string, scan: BlockScan, source: HeadingSource): BookHeading[] {
  if (source === 'plain') return findPlainHeadings(text, scan);
  const definitions = scan.blocks.filter(({ type }) => type === 'definition');
  const texts = new HeadingTexts(definitions.map(({ startOffset, endOffset }) => text.slice(startOffset, endOffset)));
  return scan.headings
    .filter((heading) => heading.text !== '')
    .map((heading, at, all) => ({ ...heading, level: Math.max(heading.level, levelBelow(heading, all[at + 1])) }))
    .map(({ line, lineCount, level, text: title }) => ({
      firstLine: line,
      endLine: line + lineCount,
      level,
      text: titleOfContent(texts.headingContent(title)) || title,
    }));
}

/** The headings that are not inside a table. */
function outsideTables(headings: readonly BookHeading[], tables: readonly LineRange[]): BookHeading[] {
  let next = 0;
  return headings.filter(({ firstLine }) => {
    while (next < tables.length && tables[next]!.lastLine < firstLine) next++;
    return firstLine < (tables[next]?.firstLine ?? Number.POSITIVE_INFINITY);
  });
}

/** The contents of a book are on the level of what follows, not above it. */
function levelBelow({ text }: Heading, next: Heading | undefined): number {
  return next !== undefined && isContentsTitle(text) ? next.level : 0;
}

const PARAGRAPH_END = /[.!?:;)"'”’»\]|]$/u;
const GOES_ON = /^\p{Ll}/u;

/**
 * The text as blocks are to be read from it, of the same length: where a page ends inside a paragraph, blank lines and
 * form feed become spaces; every other form feed ends a line.
 *
 * @param cuts ascending offsets at which lines were left out
 */
function joinPages(text: string, cuts: readonly number[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const { start, end } of pageBreaks(text, cuts)) {
    parts.push(
      text.slice(at, start),
      isInsideParagraph(text, start, end) ? lineJoint(text, start, end) : text.slice(start, end),
    );
    at = end;
  }
  parts.push(text.slice(at));
  return (parts.length === 1 ? text : parts.join('')).replaceAll('\f', '\n');
}

/** Runs of white space that contain a form feed or a cut. */
function* pageBreaks(text: string, cuts: readonly number[]): Generator<{ start: number; end: number }> {
  let after = 0;
  let nextCut = 0;
  for (;;) {
    while (nextCut < cuts.length && cuts[nextCut]! < after) nextCut++;
    const feed = text.indexOf('\f', after);
    const cut = cuts[nextCut] ?? -1;
    const at = feed === -1 || (cut !== -1 && cut < feed) ? cut : feed;
    if (at === -1) return;
    let start = at;
    while (start > after && isSpace(text.charCodeAt(start - 1))) start--;
    let end = at;
    while (end < text.length && isSpace(text.charCodeAt(end))) end++;
    if (end > start) yield { start, end };
    after = Math.max(end, at + 1);
  }
}

function isInsideParagraph(text: string, start: number, end: number): boolean {
  if (start === 0 || end === text.length) return false;
  return !PARAGRAPH_END.test(text.slice(Math.max(0, start - 2), start)) && GOES_ON.test(text.slice(end, end + 2));
}

/** One line end, and spaces for the rest. */
function lineJoint(text: string, start: number, end: number): string {
  const length = end - start;
  const lineEnd = text.startsWith('\r\n', start) ? '\r\n' : '\n';
  return length >= lineEnd.length ? lineEnd.padEnd(length) : ' ';
}
