import { type FencedBlock, isDialectScan, LineKind, type LineScan, type Region } from '@topicmill/text/markdown';
import type { TokenCounter } from '@topicmill/text/tokens';

const SPACE = 32;
const NO_BREAK_SPACE = 160;

/** What a chunk is never split inside: a line, the lines of a heading, a whole fenced block, a region that fits. */
export interface Unit {
  /** 0-based lines of the scan. */
  readonly firstLine: number;
  readonly lastLine: number;
  /** 1 to 6 for a heading, and for a region whose first text is one; else 0. */
  readonly level: number;
  /** The deepest level of its headings; 0 without any. */
  readonly deepestLevel: number;
  /** How many of its headings are of level 2. */
  readonly sectionCount: number;
  readonly kind: 'line' | 'heading' | 'fence' | 'region';
  /** Whether it has no text: only a site generator reads it, or it is white space that is not blank to Markdown. */
  readonly isMarkup: boolean;
  /** Whether its text is nothing but headings, as that of `<div>` with one. */
  readonly isHeadings: boolean;
  readonly tokenCount: number;
}

/**
 * Walks the units of a document in order and is itself the unit that it is at, so that a line costs no object.
 * Blank lines outside of fences and regions are in none: they never begin a chunk. Sizes are those of the lines added
 * up, so that a unit's size does not depend on where it is.
 */
export class UnitCursor implements Unit {
  firstLine = -1;
  lastLine = -1;
  level = 0;
  deepestLevel = 0;
  sectionCount = 0;
  kind: Unit['kind'] = 'line';
  isMarkup = false;
  isHeadings = false;
  tokenCount = 0;
  private readonly fences: readonly FencedBlock[];
  private readonly regions: readonly Region[];
  private nextHeading = 0;
  private nextFence = 0;
  private nextRegion = 0;

  constructor(
    private readonly text: string,
    readonly scan: LineScan,
    private readonly counter: TokenCounter,
    private readonly maxTokens: number,
  ) {
    this.fences = [...scan.fences].sort((a, b) => a.firstLine - b.firstLine);
    this.regions = isDialectScan(scan) ? scan.regions : [];
  }

  /** Moves to the next unit; returns whether there is one. */
  next(): boolean {
    const { lineCount, kinds } = this.scan;
    let line = this.lastLine + 1;
    while (line < lineCount && kinds[line] === LineKind.Blank) line++;
    if (line >= lineCount) return false;
    this.enter(line, kinds[line]!);
    return true;
  }

  private enter(line: number, kind: number): void {
    this.firstLine = line;
    this.lastLine = line;
    this.level = 0;
    this.deepestLevel = 0;
    this.sectionCount = 0;
    this.isMarkup = kind === LineKind.Markup || (kind === LineKind.Text && this.isWhiteSpace(line));
    this.isHeadings = kind === LineKind.Heading;
    this.kind = 'line';
    if (this.nextRegion < this.regions.length && this.enterRegion(line)) return;
    if (kind === LineKind.Fence) {
      this.kind = 'fence';
      this.lastLine = this.fences[this.nextFence++]!.lastLine;
    } else if (kind === LineKind.Heading) {
      this.kind = 'heading';
      const heading = this.scan.headings[this.nextHeading++]!;
      this.level = heading.level;
      this.deepestLevel = heading.level;
      this.sectionCount = heading.level === 2 ? 1 : 0;
      this.lastLine = line + heading.lineCount - 1;
    }
    this.tokenCount = this.countLines(line, this.lastLine);
  }

  /** Enters the longest region from `line` on that fits the maximum, or that has no text. */
  private enterRegion(line: number): boolean {
    const { regions } = this;
    while (this.nextRegion < regions.length && regions[this.nextRegion]!.firstLine < line) this.nextRegion++;
    if (this.scan.kinds[line] === LineKind.Heading || this.scan.kinds[line] === LineKind.Fence) return false;
    for (let at = this.nextRegion; regions[at]?.firstLine === line; at++) {
      const { lastLine } = regions[at]!;
      const tokenCount = this.countUpToMaximum(line, lastLine);
      const isMarkup = this.isNothingBut([LineKind.Markup, LineKind.Blank], line, lastLine);
      if (tokenCount > this.maxTokens && !isMarkup) continue;
      this.lastLine = lastLine;
      this.isMarkup = isMarkup;
      this.isHeadings =
        !isMarkup && this.isNothingBut([LineKind.Markup, LineKind.Blank, LineKind.Heading], line, lastLine);
      this.kind = 'region';
      this.tokenCount = isMarkup ? this.countLines(line, lastLine) : tokenCount;
      this.takeInner(lastLine);
      return true;
    }
    return false;
  }

  /** Passes over the headings and fences of the region. */
  private takeInner(lastLine: number): void {
    const { headings, kinds } = this.scan;
    let textLine = this.firstLine;
    while (kinds[textLine] === LineKind.Markup || kinds[textLine] === LineKind.Blank) textLine++;
    for (; (headings[this.nextHeading]?.line ?? Infinity) <= lastLine; this.nextHeading++) {
      const { line, level } = headings[this.nextHeading]!;
      if (line === textLine) this.level = level;
      this.deepestLevel = Math.max(this.deepestLevel, level);
      if (level === 2) this.sectionCount++;
    }
    while ((this.fences[this.nextFence]?.firstLine ?? Infinity) <= lastLine) this.nextFence++;
    // A fence that is never closed may go on after the region.
    this.lastLine = Math.max(lastLine, this.fences[this.nextFence - 1]?.lastLine ?? 0);
  }

  private isNothingBut(allowed: readonly number[], firstLine: number, lastLine: number): boolean {
    const { kinds } = this.scan;
    for (let line = firstLine; line <= lastLine; line++) if (!allowed.includes(kinds[line]!)) return false;
    return true;
  }

  /** CommonMark knows spaces and tabs as blank, and no other white space. */
  private isWhiteSpace(line: number): boolean {
    const start = this.scan.starts[line]!;
    const code = this.text.charCodeAt(start);
    if (code > SPACE && code < NO_BREAK_SPACE) return false;
    return this.lineText(line).trim() === '';
  }

  lineText(line: number): string {
    return this.text.slice(this.scan.starts[line], this.scan.starts[line + 1]);
  }

  /** Tokens of lines, added up. */
  countLines(firstLine: number, lastLine: number): number {
    const { starts } = this.scan;
    let total = 0;
    for (let line = firstLine; line <= lastLine; line++) {
      total += this.counter.count(this.text, starts[line], starts[line + 1]);
    }
    return total;
  }

  /** The same as far as the maximum: what is over it is over it. */
  private countUpToMaximum(firstLine: number, lastLine: number): number {
    const { starts } = this.scan;
    let total = 0;
    for (let line = firstLine; line <= lastLine && total <= this.maxTokens; line++) {
      total += this.counter.count(this.text, starts[line], starts[line + 1]);
    }
    return total;
  }
}
