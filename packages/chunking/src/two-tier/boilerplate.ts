import { addTo } from '@topicmill/base/groups';
import { type BookLines, trimmedLine } from './book-lines.js';
import type { DroppedKind, DroppedLine } from './book-record-schema.js';
import { findPageFurniture } from './converted-pages.js';

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
  for (const line of indexLines(lines, (each) => kinds.has(each))) drop(line, 'index');
  return [...kinds]
    .sort(([a], [b]) => a - b)
    .map(([line, kind]) => {
      const reason = reasons.get(line);
      const range = { line: line + 1, start: lines.starts[line]!, end: lines.starts[line + 1]! };
      return { kind, ...range, ...(reason !== undefined && { reason }) };
    });
}

function indexLines(lines: BookLines, isDropped: (line: number) => boolean): number[] {
  const first = indexStart(lines, isDropped) ?? lines.lineCount;
  const after = Array.from({ length: lines.lineCount - first }, (_, at) => first + at);
  return after.filter((line) => trimmedLine(lines, line) !== '');
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

const MAX_TITLE_LENGTH = 160;
const MAX_NUMBER_LENGTH = 6;
const MIN_LEADERS = 3;
const PAGE_NUMBER = /^(?:\d{1,4}|[ivxlc]{1,6})$/i;
const LEADERS = '.·•_…‥';

/** Whether a trimmed line is an entry of a table of contents: a title, leaders, a page number (`Storage ..... 47`). */
function isContentsLine(line: string): boolean {
  const numberStart = lastWordStart(line);
  if (numberStart === line.length || !PAGE_NUMBER.test(line.slice(numberStart))) return false;
  let leaders = 0;
  let at = numberStart - 1;
  for (; at >= 0; at--) {
    const character = line[at]!;
    if (character === '…' || character === '‥') leaders += MIN_LEADERS;
    else if (LEADERS.includes(character)) leaders++;
    else if (character !== ' ' && character !== '\t') break;
  }
  return leaders >= MIN_LEADERS && at >= 0 && at < MAX_TITLE_LENGTH;
}

/** Start of the last run of letters or digits, or the length when it is too long for a page number. */
function lastWordStart(line: string): number {
  let at = line.length;
  while (at > 0 && /[0-9a-z]/i.test(line[at - 1]!)) {
    at--;
    if (line.length - at > MAX_NUMBER_LENGTH) return line.length;
  }
  return at;
}

const MAX_COPYRIGHT_LENGTH = 200;
const MAX_RESERVED_LENGTH = 100;
const NOTICE = /^(?:copyright\s?(?:©|\(c\)|:?\s?\d{4}|by\s)|(?:©|\(c\))\s?(?:copyright\s?)?(?:\d{4}|by\s))/i;
const RIGHTS_RESERVED = /\ball rights reserved\b/i;

/** Whether a trimmed line is a copyright notice: `Copyright © 2017 …`, `© 2017 …`, `… All rights reserved.` */
function isCopyrightLine(line: string): boolean {
  if (line.length > MAX_COPYRIGHT_LENGTH) return false;
  return NOTICE.test(line) || (line.length <= MAX_RESERVED_LENGTH && RIGHTS_RESERVED.test(line));
}

const MIN_ENTRIES = 8;
const MAX_ENTRY_LENGTH = 90;
const MAX_WORDS_WITHOUT_PAGE_NUMBER = 4;
const MIN_ENTRY_SHARE = 0.8;
const MIN_SORTED_SHARE = 0.8;
const TITLE = /^(?:subject |general |name |author )?index$/i;
const PAGES_AT_END = /(?:^|[,\s])\d{1,4}(?:[–-]\d{1,4})?[.,]?$/;
const PAGE_NUMBERS_ONLY = /^[\d\s,–-]+$/;
const SENTENCE_END = /[.!?:;]$/;
const REFERENCE = /,?\s*(?:see(?: also)?\s.*)$/i;

interface Entry {
  readonly line: number;
  readonly isEntry: boolean;
  /** What it is sorted by; empty for a sub-entry, a letter or a line of nothing but pages. */
  readonly key: string;
  readonly hasPages: boolean;
}

/**
 * First line of the sorted index at the end of a book; `undefined` without one. It is what is after a line `Index`
 * when most of it are entries in alphabetical order, or else the sorted entries at the very end, most with a page or of
 * a single word.
 *
 * @param isDropped whether a line is left out already; such lines may be between entries
 */
function indexStart(lines: BookLines, isDropped: (line: number) => boolean): number | undefined {
  return titledIndexStart(lines, isDropped) ?? untitledIndexStart(lines, isDropped);
}

function titledIndexStart(lines: BookLines, isDropped: (line: number) => boolean): number | undefined {
  for (let line = lines.lineCount - 1; line >= lines.lineCount / 2; line--) {
    if (lines.starts[line + 1]! - lines.starts[line]! > MAX_ENTRY_LENGTH || !TITLE.test(trimmedLine(lines, line))) {
      continue;
    }
    return isSortedIndex(entriesFrom(lines, line + 1, isDropped)) ? line : undefined;
  }
  return undefined;
}

function entriesFrom(lines: BookLines, first: number, isDropped: (line: number) => boolean): Entry[] {
  const entries: Entry[] = [];
  for (let line = first; line < lines.lineCount; line++) {
    const entry = isDropped(line) ? undefined : readEntry(lines, line);
    if (entry !== undefined) entries.push(entry);
  }
  return entries;
}

function isSortedIndex(entries: readonly Entry[]): boolean {
  const keys = entries.map(({ key }) => key).filter((key) => key !== '');
  const entryCount = entries.filter(({ isEntry }) => isEntry).length;
  return (
    keys.length >= MIN_ENTRIES &&
    entryCount >= MIN_ENTRY_SHARE * entries.length &&
    sortedPairs(keys) >= MIN_SORTED_SHARE * (keys.length - 1)
  );
}

function sortedPairs(keys: readonly string[]): number {
  return keys.filter((key, i) => i > 0 && keys[i - 1]! <= key).length;
}

function untitledIndexStart(lines: BookLines, isDropped: (line: number) => boolean): number | undefined {
  const found: Entry[] = [];
  let keyAfter: string | undefined;
  for (let line = lines.lineCount - 1; line >= 0; line--) {
    const entry = isDropped(line) ? undefined : readEntry(lines, line);
    if (entry === undefined) continue;
    if (!entry.isEntry || (keyAfter !== undefined && entry.key !== '' && entry.key >= keyAfter)) break;
    if (entry.key !== '') keyAfter = entry.key;
    found.push(entry);
  }
  const keyed = found.filter(({ key }) => key !== '');
  const plain = keyed.filter(({ key, hasPages }) => hasPages || !key.includes(' '));
  if (keyed.length < MIN_ENTRIES || plain.length < MIN_ENTRY_SHARE * keyed.length) return undefined;
  const first = found.at(-1)!.line;
  return first >= lines.lineCount / 2 ? first : undefined;
}

/** `undefined` for a blank line. */
function readEntry(lines: BookLines, line: number): Entry | undefined {
  if (lines.starts[line + 1]! - lines.starts[line]! > 4 * MAX_ENTRY_LENGTH) {
    return { line, isEntry: false, key: '', hasPages: false };
  }
  const raw = lines.text.slice(lines.starts[line], lines.starts[line + 1]);
  const text = raw.trim();
  if (text === '') return undefined;
  const hasPages = PAGES_AT_END.test(text);
  const wordCount = text.split(/\s+/).length;
  const isShort = text.length <= MAX_ENTRY_LENGTH && !/^[-*+•#>|]/.test(text);
  const isEntry =
    isShort &&
    (hasPages || REFERENCE.test(text) || (wordCount <= MAX_WORDS_WITHOUT_PAGE_NUMBER && !SENTENCE_END.test(text)));
  const isIndented = /^\f*[ \t]{2}|^\f*\t/.test(raw);
  return { line, isEntry, hasPages, key: isIndented || text.length === 1 ? '' : sortKey(text) };
}

function sortKey(text: string): string {
  if (PAGE_NUMBERS_ONLY.test(text)) return '';
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(REFERENCE, '')
    .replace(/[,\s][\d,\s–-]*$/, '')
    .replace(/[^\p{L}\p{N} ]/gu, '')
    .trim();
}

const BARE = /^\d{1,4}$/;
const ROMAN = /^[ivxl]{1,7}$/;
const DECORATED_PAGE_NUMBER =
  /^(?:[-–—•|[(]\s?\d{1,4}\s?[-–—•|\])]|(?:page|p\.|pg\.?)\s?\d{1,4}(?:\s?(?:of|\/)\s?\d{1,4})?|\d{1,4}\s?of\s?\d{1,4})$/i;

/** The number of a trimmed line that contains nothing but a number; `undefined` for any other line. */
function bareNumber(line: string): number | undefined {
  return BARE.test(line) ? Number(line) : undefined;
}

/** Whether a trimmed line that is at the edge of a page is its number. */
function isEdgeNumber(line: string): boolean {
  return BARE.test(line) || ROMAN.test(line);
}

/** Whether a trimmed line says by its form that it is a page number: `- 12 -`, `Page 12`, `12 of 300`. */
function isDressedPageNumber(line: string): boolean {
  return line.length < 24 && DECORATED_PAGE_NUMBER.test(line);
}

/** Lines at the top and at the bottom of a page among which headers and footers are looked for. */
const EDGE_LINES = 3;
const MAX_RUNNING_LENGTH = 120;
/** A line recurs when it is in the same place of more pages than this. */
const MAX_CHANCE = 3;
/** The last words of a sentence, which begin in the line before. */
const ENDS_SENTENCE = /^\p{Ll}.*[.!?]["'”’)]?$/u;
const NUMBER_AT_END = /^(.*?)[\s|·•–—-]*\b(\d{1,4})$/;
const NUMBER_AT_START = /^(\d{1,4})\b[\s|·•–—-]*(.*)$/;

/** A line at an edge of a page, counted from that edge. */
interface EdgeLine {
  readonly line: number;
  readonly page: number;
  /** 0, 1, 2 from the top; -1, -2, -3 from the bottom. */
  readonly place: number;
  readonly text: string;
}

/**
 * The lines at the edges of pages that are not blank, by page.
 *
 * @param pages page of each line
 */
function edgeLines(lines: BookLines, pages: Uint32Array): EdgeLine[] {
  const found: EdgeLine[] = [];
  let pageLines: number[] = [];
  const closePage = () => {
    pageLines.forEach((line, index) => {
      const fromEnd = index - pageLines.length;
      const page = pages[line]!;
      const text = trimmedLine(lines, line);
      if (index < EDGE_LINES) found.push({ line, page, place: index, text });
      if (fromEnd >= -EDGE_LINES) found.push({ line, page, place: fromEnd, text });
    });
    pageLines = [];
  };
  for (let line = 0; line < lines.lineCount; line++) {
    if (line > 0 && pages[line] !== pages[line - 1]) closePage();
    if (trimmedLine(lines, line) !== '') pageLines.push(line);
  }
  closePage();
  return found;
}

/**
 * Lines of headers and footers: they are in the same place of more than three pages, with the same words and at most
 * a number that runs with the pages. `Chapter 1`, `Chapter 2` … do not run with the pages.
 */
function runningLines(edges: readonly EdgeLine[]): Set<number> {
  const places = new Map<string, number[]>();
  for (const edge of edges) {
    if (edge.text.length > MAX_RUNNING_LENGTH || !/\p{L}/u.test(edge.text) || ENDS_SENTENCE.test(edge.text)) continue;
    for (const key of edgeLineKeys(edge)) addTo(places, key, edge.line);
  }
  const running = new Set<number>();
  for (const lines of places.values()) if (lines.length > MAX_CHANCE) for (const line of lines) running.add(line);
  return running;
}

function edgeLineKeys({ place, page, text }: EdgeLine): string[] {
  const keys = [`${place} ${text}`];
  const atEnd = NUMBER_AT_END.exec(text);
  if (atEnd !== null) keys.push(`${place} ${atEnd[1]} ${Number(atEnd[2]) - page}+`);
  const atStart = NUMBER_AT_START.exec(text);
  if (atStart !== null) keys.push(`${place} +${Number(atStart[1]) - page} ${atStart[2]}`);
  return keys;
}
