import { type Heading, LineKind, type LineScan, scanLines, splitFrontMatter } from '@topicmill/text/markdown';
import {
  isMark,
  isToolLine,
  lineCode,
  MARK_OF_FORMAT_1,
  readBeginMark,
  readEndMark,
  SECTION_LEVEL,
  SECTION_NAMES,
  SECTION_TITLES,
  type ToolSectionName,
} from './section-mark.js';

/** A section of the tool as it is in a file. */
export interface ToolRegion {
  readonly name: ToolSectionName;
  /** UTF-16 offset of its heading, or of its mark if the heading is gone. */
  readonly start: number;
  /** UTF-16 offset after the line of its end mark. */
  readonly end: number;
  /** 0-based index of its first line in the file. */
  readonly line: number;
  /** Runs of lines that people added, in order; blank lines at their ends excluded. */
  readonly added: readonly AddedLines[];
}

/** Consecutive lines inside a section of the tool that the tool did not write. */
export interface AddedLines {
  /** 0-based index of the first one in the file. */
  readonly line: number;
  /** Without line ends. */
  readonly lines: readonly string[];
}

/**
 * Finds the tool's sections. A section belongs to the tool if it has a mark outside fenced code; it starts at its heading
 * and ends at its end mark. Without an end mark it ends at the last line that the tool wrote.
 */
export function findToolRegions(text: string): readonly ToolRegion[] {
  const known = recent.get(text);
  if (known !== undefined) return known;
  const regions = regionsIn(text);
  if (recent.size >= MAX_RECENT) recent.delete(recent.keys().next().value!);
  recent.set(text, regions);
  return regions;
}

/** A step asks for those of one text several times: before it is written, for its hash and for what people wrote. */
const recent = new Map<string, readonly ToolRegion[]>();
const MAX_RECENT = 8;

function regionsIn(text: string): ToolRegion[] {
  const file = new SpecLines(text);
  const regions: ToolRegion[] = [];
  const { bodyOffset } = splitFrontMatter(text);
  let from = file.lineAt(bodyOffset);
  let scan = file.scanFrom(from, bodyOffset);
  for (let line = from; line < file.count; line++) {
    const mark = file.markAt(line);
    if (mark === undefined || scan.kindAt(line) === LineKind.Fence) continue;
    const region = file.regionAt(line, mark, from, scan);
    regions.push(region);
    from = file.lineAt(region.end);
    line = from - 1;
    // Lines that people added may open a block that the end mark does not close.
    if (region.added.length > 0) scan = file.scanFrom(from);
  }
  return regions;
}

/** A run of lines of a file: the first one, and the one after the last. */
interface Lines {
  readonly first: number;
  readonly next: number;
}

interface Mark {
  readonly name: ToolSectionName;
  /** `undefined` for a mark of format 1. */
  readonly codes: readonly string[] | undefined;
  readonly changedNote?: string | undefined;
}

/** A scan of the end of a file, by the line numbers of the file. */
interface TailScan {
  kindAt(line: number): number | undefined;
  /** The headings from a line on, with their lines in the file. */
  readonly headings: readonly Heading[];
}

class SpecLines {
  private readonly starts: readonly number[];
  private readonly lines: readonly string[];

  constructor(private readonly text: string) {
    const starts = [0];
    for (const { index, 0: lineEnd } of text.matchAll(/\r\n|\n|\r/g)) starts.push(index + lineEnd.length);
    this.starts = starts;
    this.lines = starts.map((start, i) => text.slice(start, starts[i + 1]).replace(/[\r\n]+$/, ''));
  }

  get count(): number {
    return this.lines.length;
  }

  /** Index of the line that starts at an offset, or contains it. */
  lineAt(offset: number): number {
    let [low, high] = [0, this.starts.length];
    while (low + 1 < high) {
      const middle = (low + high) >> 1;
      if (this.starts[middle]! <= offset) low = middle;
      else high = middle;
    }
    return offset >= this.text.length && offset > this.starts[low]! ? low + 1 : low;
  }

  scanFrom(line: number, offset = this.starts[line] ?? this.text.length): TailScan {
    const scan: LineScan = scanLines(this.text, offset);
    return {
      kindAt: (each) => scan.kinds[each - line],
      headings: scan.headings.map((heading) => ({ ...heading, line: heading.line + line })),
    };
  }

  markAt(line: number): Mark | undefined {
    const text = this.lines[line]!;
    if (!text.startsWith('<!-- topicmill')) return undefined;
    const mark = readBeginMark(text);
    if (mark !== undefined || text.trimEnd() !== MARK_OF_FORMAT_1) return mark;
    let above = line - 1;
    while (above >= 0 && this.lines[above]!.trim() === '') above--;
    const name = SECTION_NAMES.find((each) => this.headingAt(above, each) !== undefined);
    return name === undefined ? undefined : { name, codes: undefined };
  }

  /** First line of a section's heading, given its last line. An HTML block that is never closed may hide it from a scan. */
  private headingAt(line: number, name: ToolSectionName): number | undefined {
    const text = this.lines[line]?.trimEnd();
    if (text === `## ${SECTION_TITLES[name]}`) return line;
    return text !== undefined && /^-+$/.test(text) && this.lines[line - 1]?.trimEnd() === SECTION_TITLES[name]
      ? line - 1
      : undefined;
  }

  /** The heading that the mark on a line belongs to, if there is no other one between them. */
  private headingAbove(markLine: number, name: ToolSectionName, from: number): Lines | undefined {
    for (let line = markLine - 1; line >= from; line--) {
      const first = this.headingAt(line, name);
      if (first !== undefined && first >= from) return { first, next: line + 1 };
      if (/^#{1,6}(?: |$)/.test(this.lines[line]!)) return undefined;
    }
    return undefined;
  }

  /** @param from first line that belongs to no earlier section */
  regionAt(markLine: number, { name, codes, changedNote }: Mark, from: number, scan: TailScan): ToolRegion {
    const heading = this.headingAbove(markLine, name, from) ?? { first: markLine, next: markLine };
    const own = new OwnLines(codes);
    const added = new Set<number>();
    for (let line = heading.next; line < markLine; line++) added.add(line);
    const { last, isEnded } = this.extentOf(markLine, name, scan, codes !== undefined);
    let end = markLine + 1;
    for (let line = markLine + 1; line < last; line++) {
      const text = this.lines[line]!;
      if (text.trim() === '' || isMark(text)) continue;
      if (own.take(text)) end = line + 1;
      else if (codes === undefined) break;
      else added.add(line);
    }
    if (isEnded) end = last;
    for (const line of added) if (line >= end) added.delete(line);
    return {
      name,
      start: this.starts[heading.first]!,
      end: this.starts[end] ?? this.text.length,
      line: heading.first,
      added: withNote(this.runsOf(added), markLine, changedNote),
    };
  }

  /** The line after the end mark, or after all that may belong to a section without one. */
  private extentOf(
    markLine: number,
    name: ToolSectionName,
    { headings }: TailScan,
    hasEndMark: boolean,
  ): { readonly last: number; readonly isEnded: boolean } {
    let last = markLine + 1;
    for (; last < this.count && this.markAt(last) === undefined; last++) {
      if (hasEndMark && readEndMark(this.lines[last]!) === name) return { last: last + 1, isEnded: true };
    }
    const next = headings.find(({ line, level }) => line > markLine && level <= SECTION_LEVEL);
    return { last: Math.min(last, next?.line ?? last), isEnded: false };
  }

  private runsOf(added: ReadonlySet<number>): AddedLines[] {
    const runs: AddedLines[] = [];
    let after = 0;
    for (const line of added) {
      if (line < after || this.lines[line]!.trim() === '') continue;
      let last = line;
      for (let next = line + 1; added.has(next) || this.lines[next]?.trim() === ''; next++) {
        if (this.lines[next]!.trim() !== '') last = next;
      }
      after = last + 1;
      runs.push({ line, lines: this.lines.slice(line, after) });
    }
    return runs;
  }
}

/** Words that somebody wrote into the mark itself are a line that was added there; an emptied note is nothing. */
function withNote(runs: readonly AddedLines[], markLine: number, changedNote = ''): readonly AddedLines[] {
  if (changedNote === '') return runs;
  const run = { line: markLine, lines: [changedNote] };
  return [...runs.filter(({ line }) => line < markLine), run, ...runs.filter(({ line }) => line > markLine)];
}

/** The lines that a section was written with; each can be taken as often as it was written. */
class OwnLines {
  private readonly counts: Map<string, number> | undefined;

  /** @param codes without them, every line that has the form of the tool's belongs to the section */
  constructor(codes: readonly string[] | undefined) {
    if (codes === undefined) return;
    this.counts = new Map();
    for (const code of codes) this.counts.set(code, (this.counts.get(code) ?? 0) + 1);
  }

  take(line: string): boolean {
    if (!isToolLine(line)) return false;
    if (this.counts === undefined) return true;
    const code = lineCode(line);
    const count = this.counts.get(code) ?? 0;
    if (count > 0) this.counts.set(code, count - 1);
    return count > 0;
  }
}
