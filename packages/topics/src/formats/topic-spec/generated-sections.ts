import type { Diagnostic } from '@topicmill/base/diagnostics';
import { fnv1a32 } from '@topicmill/text/hashes';
import { type Heading, LineKind, scanLines, splitFrontMatter } from '@topicmill/text/markdown';
import { isDelimiterRow, splitRow } from '../table.js';
import { lineEndsBefore } from '../text-lines.js';
import { cellCounts, formatTables, SECTION_TITLES, type SectionName, TABLE_HEADINGS } from './generated-tables.js';
import type { ToolSections } from './tool-sections.js';

/*
 * The generated sections of a topic-spec.md. Each begins with a mark that carries one hash of its rows: if it fits, nobody
 * has edited them. Lines that are not rows of its tables are people's, whether or not it fits.
 */

/** In the order in which missing ones are appended. */
export const SECTION_NAMES = ['keywords', 'chunks'] as const satisfies readonly SectionName[];

/** The generated sections as markdown with LF line ends, with heading and marks. */
export type SectionTexts = Readonly<Record<SectionName, string>>;

const LEVEL = 2;
const SECTION_NOTICE = 'Topicmill writes this section. Lines added to it by hand are moved below it.';
/** What builds wrote in its place in files of pages. */
const FORMER_PAGE_NOTICE = 'Topicmill writes this file: see its beginning.';
const BEGIN_MARK = /^<!-- topicmill:begin (keywords|chunks)(?: ([0-9a-f]{8}))?\. /;
const END_MARK = /^<!-- topicmill:end (keywords|chunks) -->[ \t]*$/;
const BEGIN_OR_END_MARK = /^[ \t]*<!-- topicmill:(?:begin|end) /;

/** The sections with their marks; `readTopicSpec` gives the same data back. */
export function formatSections(sections: ToolSections): SectionTexts {
  const { keywords, chunks } = formatTables(sections);
  return { keywords: markSection('keywords', keywords), chunks: markSection('chunks', chunks) };
}

/** Sections without rows, whose marks say nothing about any: what is in a section in conflict is generated again. */
export const EMPTY_SECTIONS: SectionTexts = { keywords: emptySection('keywords'), chunks: emptySection('chunks') };

function emptySection(name: SectionName): string {
  return markSection(name, '').replace(/ [0-9a-f]{8}\./, '.');
}

/** @param tables markdown with LF line ends; ends with a newline */
export function markSection(name: SectionName, tables: string): string {
  const begin = `<!-- topicmill:begin ${name} ${rowsHash(tables.split('\n'))}. ${SECTION_NOTICE} -->`;
  return `## ${SECTION_TITLES[name]}\n\n${begin}\n\n${tables}\n<!-- topicmill:end ${name} -->\n`;
}

/** A text whose marks do not speak of lines that are added by hand. */
export function withoutInvitation(text: string): string {
  return text.replaceAll(` ${SECTION_NOTICE}`, '');
}

interface BeginMark {
  readonly name: SectionName;
  /** `undefined` if it says nothing about the rows. */
  readonly hash: string | undefined;
  /** What the mark says to people, where somebody has changed it. */
  readonly changedNote: string | undefined;
}

/** `undefined` for a line that is not a mark at the beginning of a section. */
export function readBeginMark(line: string): BeginMark | undefined {
  const [begin, name, hash] = BEGIN_MARK.exec(line) ?? [];
  if (begin === undefined || !line.trimEnd().endsWith('-->')) return undefined;
  const note = line.trimEnd().slice(begin.length, -'-->'.length).trim();
  const isChanged = hash !== undefined && ![SECTION_NOTICE, FORMER_PAGE_NOTICE, ''].includes(note);
  return { name: name as SectionName, hash, changedNote: isChanged ? note : undefined };
}

/** Of lines that are not blank. Formatters that realign tables or escape characters do not change it. */
function rowsHash(lines: readonly string[]): string {
  const rows = lines.filter((line) => line.trim() !== '').map(normalRow);
  return fnv1a32(rows.join('\n')).toString(16).padStart(8, '0');
}

export function normalRow(line: string): string {
  // Single spaces are not matched, and cells not cut: this runs for every line of every file.
  const spaced = line
    .replaceAll('\\', '')
    .trim()
    .replace(/[^\S ]\s*| \s+/g, ' ')
    .replace(/ ?\| ?/g, '|');
  return spaced.includes('-') ? spaced.replace(/(?<=^|\|):?-+:?(?=\||$)/g, '-') : spaced;
}

/** A line of a file, by its 0-based index. */
interface FileLine {
  readonly line: number;
  readonly text: string;
}

/** Consecutive lines inside a section that are not rows of its tables. */
interface AddedLines {
  /** 0-based index of the first one in the file. */
  readonly line: number;
  /** Without line ends. */
  readonly lines: readonly string[];
}

/** A generated section as it is in a file. */
export interface GeneratedSection {
  readonly name: SectionName;
  /** UTF-16 offset of its heading, or of its mark if the heading is gone. */
  readonly start: number;
  /** UTF-16 offset after the line of its end mark; without one, after its last row. */
  readonly end: number;
  /** 0-based index of its first line in the file. */
  readonly line: number;
  /** Runs of lines that people added, in order; blank lines at their ends excluded. */
  readonly added: readonly AddedLines[];
  /** All its rows if some were edited; otherwise none. */
  readonly editedRows: readonly FileLine[];
}

/** A step asks for those of one text several times: before it is written, for its hash and for what people wrote. */
const recent = new Map<string, readonly GeneratedSection[]>();
const MAX_RECENT = 8;

/** Finds the generated sections: those with a mark outside fenced code, from their headings to their end marks. */
export function findSections(text: string): readonly GeneratedSection[] {
  const cached = recent.get(text);
  if (cached !== undefined) return cached;
  const sections = sectionsIn(text);
  if (recent.size >= MAX_RECENT) recent.delete(recent.keys().next().value!);
  recent.set(text, sections);
  return sections;
}

function sectionsIn(text: string): GeneratedSection[] {
  const file = new SpecLines(text);
  const sections: GeneratedSection[] = [];
  const { bodyOffset } = splitFrontMatter(text);
  let from = file.lineAt(bodyOffset);
  let scan = file.scanFrom(from, bodyOffset);
  for (let line = from; line < file.lines.length; line++) {
    const mark = readBeginMark(file.lines[line]!);
    if (mark === undefined || scan.kindAt(line) === LineKind.Fence) continue;
    const section = file.sectionAt(line, mark, from, scan.headings);
    sections.push(section);
    from = file.lineAt(section.end);
    line = from - 1;
    // Lines that people added may open a block that the end mark does not close.
    if (section.added.length > 0) scan = file.scanFrom(from);
  }
  return sections;
}

/** A scan of the end of a file, by the line numbers of the file. */
interface TailScan {
  kindAt(line: number): number | undefined;
  /** The headings from a line on, with their lines in the file. */
  readonly headings: readonly Heading[];
}

class SpecLines {
  readonly lines: readonly string[];
  private readonly starts: readonly number[];

  constructor(private readonly text: string) {
    const starts = [0];
    for (const { index, 0: lineEnd } of text.matchAll(/\r\n|\n|\r/g)) starts.push(index + lineEnd.length);
    this.starts = starts;
    this.lines = starts.map((start, i) => text.slice(start, starts[i + 1]).replace(/[\r\n]+$/, ''));
  }

  /** Index of the line that starts at an offset, or contains it. */
  lineAt(offset: number): number {
    const line = this.starts.findLastIndex((start) => start <= offset);
    return offset >= this.text.length && offset > this.starts[line]! ? line + 1 : line;
  }

  scanFrom(line: number, offset = this.starts[line] ?? this.text.length): TailScan {
    const scan = scanLines(this.text, offset);
    return {
      kindAt: (each) => scan.kinds[each - line],
      headings: scan.headings.map((heading) => ({ ...heading, line: heading.line + line })),
    };
  }

  /** @param from first line that belongs to no earlier section */
  sectionAt(
    markLine: number,
    { name, hash, changedNote }: BeginMark,
    from: number,
    headings: readonly Heading[],
  ): GeneratedSection {
    const heading = this.headingAbove(markLine, name, from);
    const { next, isEnded } = this.sectionEnd(markLine, name, headings);
    const rows: FileLine[] = [];
    const added: number[] = [];
    for (let line = heading.next; line < markLine; line++) added.push(line);
    const isIntact = isEnded && rowsHash(this.lines.slice(markLine + 1, next - 1)) === hash;
    const isRow = new RowFinder(name, this.lines);
    for (let line = markLine + 1; line < next && !isIntact; line++) {
      const text = this.lines[line]!;
      if (text.trim() === '' || BEGIN_OR_END_MARK.test(text)) continue;
      if (isRow.at(line)) rows.push({ line, text });
      else added.push(line);
    }
    const end = isEnded ? next : (rows.at(-1)?.line ?? markLine) + 1;
    const isEdited = !isIntact && hash !== undefined && rowsHash(rows.map(({ text }) => text)) !== hash;
    const runs = this.runsOf(added.filter((line) => line < end));
    // Words that somebody wrote into the mark itself are a line that was added there.
    if (changedNote !== undefined) runs.push({ line: markLine, lines: [changedNote] });
    return {
      name,
      start: this.starts[heading.first]!,
      end: this.starts[end] ?? this.text.length,
      line: heading.first,
      added: runs.sort((a, b) => a.line - b.line),
      editedRows: isEdited ? rows : [],
    };
  }

  /** First line of a section's heading, given its last line. An HTML block that is never closed may hide it from a scan. */
  private headingAt(line: number, name: SectionName): number | undefined {
    const text = this.lines[line]?.trimEnd();
    if (text === `## ${SECTION_TITLES[name]}`) return line;
    return text !== undefined && /^-+$/.test(text) && this.lines[line - 1]?.trimEnd() === SECTION_TITLES[name]
      ? line - 1
      : undefined;
  }

  /** The heading that the mark on a line belongs to; no lines if there is another one between them. */
  private headingAbove(markLine: number, name: SectionName, from: number): { first: number; next: number } {
    for (let line = markLine - 1; line >= from; line--) {
      const first = this.headingAt(line, name);
      if (first !== undefined && first >= from) return { first, next: line + 1 };
      if (/^#{1,6}(?: |$)/.test(this.lines[line]!)) break;
    }
    return { first: markLine, next: markLine };
  }

  /** The line after the end mark, or after all that may belong to a section without one. */
  private sectionEnd(
    markLine: number,
    name: SectionName,
    headings: readonly Heading[],
  ): { next: number; isEnded: boolean } {
    let next = markLine + 1;
    for (; next < this.lines.length && readBeginMark(this.lines[next]!) === undefined; next++) {
      if (END_MARK.exec(this.lines[next]!)?.[1] === name) return { next: next + 1, isEnded: true };
    }
    const heading = headings.find(({ line, level }) => line > markLine && level <= LEVEL);
    return { next: Math.min(next, heading?.line ?? next), isEnded: false };
  }

  /** @param added indexes of lines in order */
  private runsOf(added: readonly number[]): AddedLines[] {
    const runs: { line: number; last: number }[] = [];
    for (const line of added) {
      if (this.lines[line]!.trim() === '') continue;
      const run = runs.at(-1);
      if (run !== undefined && this.lines.slice(run.last + 1, line).every((each) => each.trim() === ''))
        run.last = line;
      else runs.push({ line, last: line });
    }
    return runs.map(({ line, last }) => ({ line, lines: this.lines.slice(line, last + 1) }));
  }
}

/** Tells rows of a section's tables, asked line by line from its mark on. */
class RowFinder {
  private previous = -1;
  /** Numbers of cells that rows of the present table have; none for a table that somebody added. */
  private counts: ReadonlySet<number>;

  constructor(
    private readonly name: SectionName,
    private readonly lines: readonly string[],
  ) {
    this.counts = cellCounts(name);
  }

  at(line: number): boolean {
    const text = this.lines[line]!.trim();
    if (this.name === 'chunks' && TABLE_HEADINGS.includes(text)) return true;
    if (!text.startsWith('|')) return false;
    const cells = splitRow(text);
    const isFirst = this.previous !== line - 1;
    this.previous = line;
    const counts = cellCounts(this.name, cells[0]);
    if (counts.has(cells.length)) this.counts = counts;
    else if (isFirst && isDelimiterRow(this.lines[line + 1] ?? '')) this.counts = new Set();
    else if (isFirst && this.counts.size === 0) this.counts = cellCounts(this.name);
    return this.counts.has(cells.length);
  }
}

/** A topic-spec.md, taken apart at the generated sections. */
export interface TopicSpecParts {
  /**
   * What people wrote, byte for byte: `authored[i]` precedes `slots[i]`, the last one follows them all. Lines that people
   * added inside a generated section are in a section of their own after it.
   */
  readonly authored: readonly string[];
  /** The generated sections in the order in which they occur; none twice. */
  readonly slots: readonly SectionName[];
  readonly found: Readonly<Partial<Record<SectionName, FoundSection>>>;
  /** Lines inside generated sections that `authored` has after them, as warnings `TOPIC_SPEC_TEXT_MOVED`. */
  readonly moved: readonly Diagnostic[];
  /** A warning for each section that occurs twice or has lost a mark; an error if nothing can be appended to the text. */
  readonly diagnostics: readonly Diagnostic[];
}

interface FoundSection extends GeneratedSection {
  /** With its heading and marks. */
  readonly text: string;
}

/**
 * Takes a topic-spec.md apart. A section is generated only if it has the mark; all else is people's. If one occurs twice,
 * the first place is its place, and the other is left out.
 *
 * @param file path that the diagnostics name
 */
export function splitTopicSpec(text: string, file: string): TopicSpecParts {
  const authored: string[] = [];
  const slots: SectionName[] = [];
  const found: Partial<Record<SectionName, FoundSection>> = {};
  const moved: Diagnostic[] = [];
  const diagnostics: Diagnostic[] = [];
  const sections = findSections(text);
  let before = '';
  let at = 0;
  for (const [i, section] of sections.entries()) {
    const { name, start, end, line, added } = section;
    before += text.slice(at, start);
    at = end;
    if (found[name] === undefined) {
      found[name] = { ...section, text: text.slice(start, end) };
      slots.push(name);
      authored.push(before);
      before = '';
    } else {
      found[name] = { ...found[name], editedRows: [...found[name].editedRows, ...section.editedRows] };
      diagnostics.push(repeatedSection(name, file, line + 1));
    }
    if (added.length === 0) continue;
    moved.push(...added.map((run) => movedLines(run, name, file)));
    const inserted = insertMoved(section, lineEndOf(text), text.slice(at, sections[i + 1]?.start));
    before += inserted.text;
    at += inserted.takenLength;
  }
  authored.push(before + text.slice(at));
  diagnostics.push(...lostMarks(authored, file));
  if (slots.length < SECTION_NAMES.length) diagnostics.push(...openAtEnd(authored.join(''), text, file));
  return { authored, slots, found, moved, diagnostics };
}

/** The generated sections of a file, for `joinTopicSpec` to give them the line ends of another; `undefined` unless it has both. */
export function sectionTexts({ found: { keywords, chunks } }: Pick<TopicSpecParts, 'found'>): SectionTexts | undefined {
  if (keywords === undefined || chunks === undefined) return undefined;
  const withLineFeeds = (text: string): string => text.replace(/\r\n?/g, '\n');
  return { keywords: withLineFeeds(keywords.text), chunks: withLineFeeds(chunks.text) };
}

/**
 * Joins the parts of a topic-spec.md: hand-written text unchanged, the generated sections in their places or, when missing,
 * at the end. They get the line ends of the hand-written text. Joining what has been joined and taken apart again changes
 * nothing.
 */
export function joinTopicSpec(parts: Pick<TopicSpecParts, 'authored' | 'slots'>, sections: SectionTexts): string {
  const missing = SECTION_NAMES.filter((name) => !parts.slots.includes(name));
  const lineEnd = lineEndOf(parts.authored.find((part) => /[\r\n]/.test(part)) ?? '');
  const section = (name: SectionName): string => sections[name].replaceAll('\n', lineEnd);
  let text = '';
  for (const [i, name] of parts.slots.entries()) {
    text += parts.authored[i]!;
    if (!/[\r\n]$|^\uFEFF?$/.test(text)) text += gapAfter(text, lineEnd);
    text += section(name);
  }
  text += parts.authored.at(-1)!;
  for (const name of missing) text += gapAfter(text, lineEnd) + section(name);
  return text;
}

/** A text with lines at its end, below a heading of their own, which they share with those that were appended before. */
export function appendLines(text: string, title: string, lines: readonly string[]): string {
  const lineEnd = lineEndOf(text);
  const heading = `## ${title}`;
  const headings = text.split(/\r\n|\n|\r/).filter((line) => /^#{1,6} /.test(line));
  const start = headings.at(-1)?.trimEnd() === heading ? [] : [heading, ''];
  return text + gapAfter(text, lineEnd) + [...start, ...closedBlock(lines), ''].join(lineEnd);
}

/** CRLF if the first line ends so, else LF: a lone CR would become one with an LF that follows it. */
export function lineEndOf(text: string): string {
  return /\r\n|\n|\r/.exec(text)?.[0] === '\r\n' ? '\r\n' : '\n';
}

/** What is needed between `text` and a heading: the end of its last line, and a blank line. */
function gapAfter(text: string, lineEnd: string): string {
  const ended = text.replace(/(?:\r\n|\n|\r)$/, '');
  if (ended === text) return text === '' || text === '\uFEFF' ? '' : lineEnd + lineEnd;
  const lastLine = ended.slice(Math.max(ended.lastIndexOf('\n'), ended.lastIndexOf('\r')) + 1);
  if (lastLine.trim() === '') return '';
  return text.endsWith('\r') ? '\r\n' : lineEnd;
}

/**
 * Puts lines that people added to a section in front of what follows it: below the heading that earlier lines have
 * there, or else below a new one.
 */
function insertMoved(
  { name, added }: GeneratedSection,
  lineEnd: string,
  following: string,
): { readonly text: string; readonly takenLength: number } {
  const lines = added.flatMap((run, i) => (i === 0 ? run.lines : ['', ...run.lines]));
  const heading = movedHeading(name);
  const present = new RegExp(`^(?:[ \\t]*(?:\\r\\n|\\n|\\r(?!\\n)))*${heading}[ \\t]*(?:\\r\\n|\\n|\\r|$)`).exec(
    following,
  )?.[0];
  const start = present === undefined ? lineEnd + heading + lineEnd : present.trimEnd() + lineEnd;
  const rest = following.slice(present?.length ?? 0);
  const gap = rest === '' || /^[ \t]*[\r\n]/.test(rest) ? '' : lineEnd;
  const block = closedBlock(lines).join(lineEnd);
  return { text: `${start}${lineEnd}${block}${lineEnd}${gap}`, takenLength: present?.length ?? 0 };
}

function movedHeading(name: SectionName): string {
  return `## Moved from ${SECTION_TITLES[name]}`;
}

/** The lines as they are; in a fence, if they would make what follows a part of their last block. */
function closedBlock(lines: readonly string[]): readonly string[] {
  if (!isOpenAtEnd(lines.join('\n'))) return lines;
  const longest = Math.max(2, ...lines.map((line) => /^\s*(`+)/.exec(line)?.[1]?.length ?? 0));
  const fence = '`'.repeat(longest + 1);
  return [fence, ...lines, fence];
}

/** Whether a heading after the text would be part of a fence or an HTML block that is never closed. */
function isOpenAtEnd(text: string): boolean {
  const { bodyOffset } = splitFrontMatter(text);
  const probe = `${text}\n\n## ${SECTION_TITLES.chunks}\n`;
  const lastLine = lineEndsBefore(probe, probe.length - 1) - lineEndsBefore(text, bodyOffset);
  return scanLines(probe, bodyOffset).headings.at(-1)?.line !== lastLine;
}

function openAtEnd(authored: string, text: string, file: string): Diagnostic[] {
  if (!isOpenAtEnd(authored)) return [];
  const { bodyOffset } = splitFrontMatter(text);
  const fence = scanLines(text, bodyOffset).fences.find((block) => !block.closed);
  return [
    {
      severity: 'error',
      code: fence === undefined ? 'TOPIC_SPEC_INVALID' : 'UNCLOSED_FENCE',
      message: 'The file ends inside a fenced block or an HTML block, so no section can be appended to it.',
      file,
      ...(fence === undefined ? {} : { line: fence.firstLine + lineEndsBefore(text, bodyOffset) + 1 }),
      remedy: 'Close the block.',
    },
  ];
}

function movedLines({ line, lines }: AddedLines, name: SectionName, file: string): Diagnostic {
  const count = lines.length === 1 ? 'A line' : `${lines.length} lines`;
  return {
    severity: 'warning',
    code: 'TOPIC_SPEC_TEXT_MOVED',
    message: `${count} added inside the section "${SECTION_TITLES[name]}" is moved to the section "${movedHeading(name).slice(3)}".`,
    file,
    line: line + 1,
    remedy: 'Write your own text outside the sections that Topicmill writes.',
  };
}

function repeatedSection(name: SectionName, file: string, line: number): Diagnostic {
  return {
    severity: 'warning',
    code: 'TOPIC_SPEC_INVALID',
    message: `The section "${SECTION_TITLES[name]}" of Topicmill is in the file twice; this one is removed when the file is next written.`,
    file,
    line,
    remedy: 'Delete it.',
  };
}

/** An end mark in hand-written text is the rest of a section whose other mark was edited or deleted. */
function lostMarks(authored: readonly string[], file: string): Diagnostic[] {
  const lines = authored.join('').split(/\r\n|\n|\r/);
  return lines.flatMap((line): Diagnostic[] => {
    const name = END_MARK.exec(line)?.[1] as SectionName | undefined;
    if (name === undefined) return [];
    return [
      {
        severity: 'warning',
        code: 'TOPIC_SPEC_INVALID',
        message: `A section "${SECTION_TITLES[name]}" has an end mark and no mark at its beginning, so it is treated as hand-written text.`,
        file,
        remedy: `Delete the section up to the line \`<!-- topicmill:end ${name} -->\`, if Topicmill wrote it.`,
      },
    ];
  });
}
