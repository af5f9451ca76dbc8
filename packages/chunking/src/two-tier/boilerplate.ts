import { type BookLines, trimmedLine } from './book-lines.js';
import { isContentsLine } from './contents-line.js';
import { findPageFurniture } from './converted-pages.js';
import { isCopyrightLine } from './copyright-line.js';
import type { DroppedKind, DroppedLine } from './dropped-line.js';
import { indexStart } from './index-pages.js';
import { bareNumber, isDressedPageNumber, isEdgeNumber } from './page-number-line.js';
import { edgeLines, runningLines } from './running-lines.js';

const MAX_LINE_LENGTH = 400;
const CONTENTS_TITLE = /^(?:table of contents|contents)$/i;
/** A text without form feeds has bare page numbers when they follow each other at least this many lines apart. */
const MIN_PAGE_LINES = 8;
const MAX_PAGE_STEP = 2;

/**
 * The lines of a plain text that belong to its pages and not to what is said: page numbers, copyright lines, headers
 * and footers, entries of the contents, the index at the end. Linear in the length of the text.
 *
 * @param isMarkdown whether such lines may be headings, lists and tables
 */
export function findBoilerplate(lines: BookLines, isMarkdown: boolean): DroppedLine[] {
  const kinds = new Map<number, DroppedKind>();
  const drop = (line: number, kind: DroppedKind) => {
    if (!kinds.has(line)) kinds.set(line, kind);
  };
  const furniture = isMarkdown ? findPageFurniture(lines) : [];
  const reasons = new Map(furniture.map(({ line, reason }) => [line, reason]));
  for (const { line, kind } of furniture) drop(line, kind);
  for (let line = 0; line < lines.lineCount; line++) {
    const kind = lineKind(lines, line);
    if (kind !== undefined) drop(line, kind);
  }
  for (const line of contentsTitles(lines, kinds)) drop(line, 'contents');
  const pages = lines.hasPages ? lines.pages : pagesByNumbers(lines, (line) => drop(line, 'page-number'));
  if (pages !== undefined) {
    const edges = edgeLines(lines, pages);
    if (lines.hasPages) for (const { line, text } of edges) if (isEdgeNumber(text)) drop(line, 'page-number');
    // Which headings of markdown are running heads is known by their sections.
    const heads = isMarkdown ? edges.filter(({ text }) => !text.startsWith('#')) : edges;
    for (const line of runningLines(heads)) drop(line, 'running-line');
  }
  const firstIndexLine = indexStart(lines, (line) => kinds.has(line));
  if (firstIndexLine !== undefined) {
    for (let line = firstIndexLine; line < lines.lineCount; line++) {
      if (trimmedLine(lines, line) !== '') drop(line, 'index');
    }
  }
  return [...kinds]
    .sort(([a], [b]) => a - b)
    .map(([line, kind]) => {
      const reason = reasons.get(line);
      const range = { line: line + 1, start: lines.starts[line]!, end: lines.starts[line + 1]! };
      return { kind, ...range, ...(reason !== undefined && { reason }) };
    });
}

function lineKind(lines: BookLines, line: number): DroppedKind | undefined {
  if (lines.starts[line + 1]! - lines.starts[line]! > MAX_LINE_LENGTH) return undefined;
  const text = trimmedLine(lines, line);
  if (text === '') return undefined;
  if (isDressedPageNumber(text)) return 'page-number';
  if (isCopyrightLine(text)) return 'copyright';
  return isContentsLine(text) ? 'contents' : undefined;
}

/** Lines `Contents` right above entries of the contents. */
function contentsTitles(lines: BookLines, kinds: ReadonlyMap<number, DroppedKind>): number[] {
  const titles: number[] = [];
  let title = -1;
  for (let line = 0; line < lines.lineCount; line++) {
    if (title !== -1 && kinds.get(line) === 'contents') titles.push(title);
    if (lines.starts[line + 1]! - lines.starts[line]! > MAX_LINE_LENGTH) title = -1;
    else {
      const text = trimmedLine(lines, line);
      if (CONTENTS_TITLE.test(text)) title = line;
      else if (text !== '') title = -1;
    }
  }
  return titles;
}

/**
 * Pages of a text without form feeds, by the bare numbers that count up through it; `undefined` when there are none.
 *
 * @param onNumber told each line that is such a number
 */
function pagesByNumbers(lines: BookLines, onNumber: (line: number) => void): Uint32Array | undefined {
  const numbers: { line: number; value: number }[] = [];
  for (let line = 0; line < lines.lineCount; line++) {
    if (lines.starts[line + 1]! - lines.starts[line]! > 12) continue;
    const value = bareNumber(trimmedLine(lines, line));
    if (value !== undefined) numbers.push({ line, value });
  }
  const counted = countsChapters(numbers, lines)
    ? []
    : numbers.filter((number, i) => follows(numbers[i - 1], number) || follows(number, numbers[i + 1]));
  if (counted.length === 0) return undefined;
  const pages = new Uint32Array(lines.lineCount);
  let next = 0;
  for (let line = 0; line < lines.lineCount; line++) {
    pages[line] = next;
    if (counted[next]?.line === line) next++;
  }
  for (const { line } of counted) onNumber(line);
  return pages;
}

/** Chapters count from one by one, and are longer than pages. */
const CHAPTER_LENGTH = 5_000;

function countsChapters(numbers: readonly { line: number; value: number }[], { starts }: BookLines): boolean {
  const [first, last] = [numbers[0], numbers.at(-1)];
  if (first === undefined || last === undefined || numbers.length < 2) return false;
  const isByOne = numbers.every(({ value }, at) => value === at + 1);
  return isByOne && starts[last.line]! - starts[first.line]! >= CHAPTER_LENGTH * (numbers.length - 1);
}

function follows(
  before: { line: number; value: number } | undefined,
  number: { line: number; value: number } | undefined,
): boolean {
  if (before === undefined || number === undefined) return false;
  const step = number.value - before.value;
  return step >= 1 && step <= MAX_PAGE_STEP && number.line - before.line >= MIN_PAGE_LINES;
}
