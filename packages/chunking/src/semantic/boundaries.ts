import { type Heading, isDialectScan, LineKind, type LineScan, startsParagraph } from '@topicmill/text/markdown';
import type { BoundaryReason } from '../chunk.js';
import type { SemanticOptions, TailMode } from './options.js';
import type { Unit, UnitCursor } from './unit-cursor.js';

/** Share of the maximum in which the end of a paragraph or a sentence is looked for. */
const LAST_PART = 0.25;
const SENTENCE_END = /[.!?\u2026\u3002\uff01\uff1f]["')\]*_`\u2019\u201d\u00bb]*\s*$/;

/** How much of a span there is to read. */
const Content = { Markup: 0, Headings: 1, Text: 2 } as const;

/** A run of units that makes a chunk, before its text is cut. */
export interface Span {
  /** 0-based lines of the first and last unit; blank lines after the last unit are not counted. */
  readonly firstLine: number;
  lastLine: number;
  tokenCount: number;
  /** Level of the heading that the span starts with, or 0 when it starts with text. */
  readonly firstLevel: number;
  deepestLevel: number;
  sectionCount: number;
  readonly startReason: BoundaryReason;
  /** Size of the unit that the span starts with. */
  readonly firstTokenCount: number;
  content: number;
}

/**
 * Groups units into spans by the rules of the semantic strategy:
 * a span that starts at an H1 ends at its second H2; at another heading no deeper than the deepest in the span it ends
 * from the minimum on, at a deeper one from half way to the maximum; any unit that would exceed the maximum ends it.
 * With sections apart, every heading ends it. Where it ends inside a paragraph, it ends in its last quarter at the last
 * blank line, or else after the last sentence.
 * Headings at its end go with the text that follows them, and no span is without text.
 */
export function findSpans(units: UnitCursor, options: SemanticOptions): Span[] {
  const spans: Span[] = [];
  const paragraphs = new ParagraphStarts(units.scan);
  let current: Span | undefined;
  while (units.next()) {
    if (current === undefined) {
      current = startSpan(units, 'document-start');
      spans.push(current);
      continue;
    }
    const reason = boundaryBefore(units, current, options);
    const next = reason === undefined ? undefined : nextSpan(units, current, reason, options.maxTokens, paragraphs);
    if (next === undefined) extendSpan(current, units);
    else {
      current = next;
      spans.push(current);
    }
  }
  return mergeTrailingMarkup(spans, options);
}

function boundaryBefore(unit: Unit, span: Span, options: SemanticOptions): BoundaryReason | undefined {
  if (span.content !== Content.Text) return undefined;
  if (unit.level > 0 && options.sections === 'apart') return 'section';
  if (unit.level > 0) return boundaryAtHeading(unit.level, span, options);
  if (span.tokenCount + unit.tokenCount <= options.maxTokens) return undefined;
  return unit.kind === 'line' ? 'line-over-maximum' : 'block-over-maximum';
}

function boundaryAtHeading(level: number, span: Span, options: SemanticOptions): BoundaryReason | undefined {
  if (span.firstLevel === 1 && level === 2) return span.sectionCount > 0 ? 'second-section' : undefined;
  if (level <= span.deepestLevel) return span.tokenCount >= options.minTokens ? 'heading' : undefined;
  return span.tokenCount >= deeperHeadingTokens(options) ? 'deeper-heading' : undefined;
}

/** The span that starts at the unit, or at a better place before it; the span before ends there. */
function nextSpan(
  units: UnitCursor,
  span: Span,
  reason: BoundaryReason,
  maxTokens: number,
  paragraphs: ParagraphStarts,
): Span {
  const start = betterStart(units, span, reason, maxTokens, paragraphs);
  if (start === undefined) return startSpan(units, reason);
  const { line, startReason, levels } = start;
  const tokenCount = units.countLines(line, units.firstLine - 1);
  span.tokenCount -= tokenCount;
  span.lastLine = lastLineBefore(line, units.scan);
  const next: Span = {
    firstLine: line,
    lastLine: units.firstLine - 1,
    tokenCount,
    firstLevel: levels[0] ?? 0,
    deepestLevel: Math.max(0, ...levels),
    sectionCount: levels.slice(1).filter((level) => level === 2).length,
    startReason,
    firstTokenCount: tokenCount,
    content: levels.length > 0 ? Content.Headings : Content.Text,
  };
  extendSpan(next, units);
  return next;
}

interface Start {
  readonly line: number;
  readonly startReason: BoundaryReason;
  /** Levels of the headings from there on. */
  readonly levels: readonly number[];
}

function betterStart(
  units: UnitCursor,
  span: Span,
  reason: BoundaryReason,
  maxTokens: number,
  paragraphs: ParagraphStarts,
): Start | undefined {
  const { scan, firstLine } = units;
  const headings = headingsBefore(firstLine, span.firstLine, scan);
  if (headings.length > 0) {
    const line = outsideOfRegions(headings[0]!.line, span, units, maxTokens);
    if (line === undefined) return undefined;
    return { line, startReason: 'heading-with-text', levels: headings.map(({ level }) => level) };
  }
  if (reason !== 'line-over-maximum' || !paragraphs.moveTo(firstLine)) return undefined;
  return breakBefore(units, span.firstLine, maxTokens * LAST_PART);
}

/** The headings just before a line, when no text is between them and it, and some before them. */
function headingsBefore(line: number, spanLine: number, scan: LineScan): Heading[] {
  let first = line;
  let at = line - 1;
  for (; at > spanLine && scan.kinds[at] !== LineKind.Text && scan.kinds[at] !== LineKind.Fence; at--) {
    if (scan.kinds[at] === LineKind.Heading) first = at;
  }
  if (first === line) return [];
  const headings: Heading[] = [];
  for (let i = firstHeadingFrom(first, scan.headings); (scan.headings[i]?.line ?? line) < line; i++) {
    headings.push(scan.headings[i]!);
  }
  return headings;
}

/**
 * The first line of the regions around a heading that are whole in the span, without text before the heading.
 * Nothing where one has text before it, since a region that fits is not cut.
 */
function outsideOfRegions(headingLine: number, span: Span, units: UnitCursor, maxTokens: number): number | undefined {
  const { scan, firstLine: endLine } = units;
  if (!isDialectScan(scan)) return headingLine;
  const { regions, kinds } = scan;
  let line = headingLine;
  for (let i = firstFrom(headingLine, regions.length, (at) => regions[at]!.firstLine) - 1; i >= 0; i--) {
    const { firstLine, lastLine } = regions[i]!;
    if (firstLine <= span.firstLine) break;
    if (lastLine < line || lastLine >= endLine || units.countLines(firstLine, lastLine) > maxTokens) continue;
    if (kinds.slice(firstLine, line).some((kind) => kind === LineKind.Text || kind === LineKind.Fence))
      return undefined;
    line = firstLine;
  }
  return line;
}

function firstHeadingFrom(line: number, headings: readonly Heading[]): number {
  return firstFrom(line, headings.length, (at) => headings[at]!.line);
}

/** The index of the first of `count` things, in the order of their lines, that is at a line or after it. */
function firstFrom(line: number, count: number, lineOf: (at: number) => number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (lineOf(middle) < line) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Whether lines go on with a paragraph; asked of one line after the other. */
class ParagraphStarts {
  private asked = 0;
  private first = 0;

  constructor(private readonly scan: LineScan) {}

  moveTo(line: number): boolean {
    const { kinds, marks } = this.scan;
    let first = line;
    // The lines before the one asked last are not walked again: a paragraph may be as long as the document.
    while (first > this.asked && kinds[first] === LineKind.Text && marks[first] === 0) first--;
    if (first === this.asked) first = this.first;
    this.asked = line;
    this.first = first;
    return first < line && kinds[first] === LineKind.Text && startsParagraph(marks[first]!);
  }
}

/** The last blank line, or else the last end of a sentence, in up to this many tokens of lines before the unit. */
function breakBefore(units: UnitCursor, spanLine: number, maxTokens: number): Start | undefined {
  const { kinds } = units.scan;
  let sentenceEnd: Start | undefined;
  let tokenCount = 0;
  for (let line = units.firstLine - 1; line > spanLine && kinds[line] === LineKind.Text; line--) {
    tokenCount += units.countLines(line, line);
    if (tokenCount > maxTokens) break;
    if (kinds[line - 1] === LineKind.Blank) {
      const before = kinds[lastLineBefore(line, units.scan)];
      return before === LineKind.Heading ? sentenceEnd : { line, startReason: 'blank-line', levels: [] };
    }
    const isEnd = kinds[line - 1] === LineKind.Text && SENTENCE_END.test(units.lineText(line - 1));
    if (isEnd) sentenceEnd ??= { line, startReason: 'sentence-end', levels: [] };
  }
  return sentenceEnd;
}

/** Last line before another that is not blank. */
function lastLineBefore(line: number, { kinds }: LineScan): number {
  let last = line - 1;
  while (last > 0 && kinds[last] === LineKind.Blank) last--;
  return last;
}

/** Markup at the end of a document goes with the text before it, as do headings without a text where sections are apart. */
function mergeTrailingMarkup(spans: Span[], { sections }: SemanticOptions): Span[] {
  const last = spans.at(-1);
  const previous = spans.at(-2);
  const isBare = last?.content === Content.Markup || (last?.content === Content.Headings && sections === 'apart');
  if (last === undefined || !isBare || previous === undefined) return spans;
  previous.lastLine = last.lastLine;
  previous.tokenCount += last.tokenCount;
  return spans.slice(0, -1);
}

function startSpan(unit: Unit, startReason: BoundaryReason): Span {
  return {
    firstLine: unit.firstLine,
    lastLine: unit.lastLine,
    tokenCount: unit.tokenCount,
    firstLevel: unit.level,
    deepestLevel: unit.deepestLevel,
    sectionCount: unit.level === 2 ? unit.sectionCount - 1 : unit.sectionCount,
    startReason,
    firstTokenCount: unit.tokenCount,
    content: contentKind(unit),
  };
}

function extendSpan(span: Span, unit: Unit): void {
  span.lastLine = unit.lastLine;
  span.tokenCount += unit.tokenCount;
  span.deepestLevel = Math.max(span.deepestLevel, unit.deepestLevel);
  span.sectionCount += unit.sectionCount;
  span.content = Math.max(span.content, contentKind(unit));
}

function contentKind(unit: Unit): number {
  if (unit.isMarkup) return Content.Markup;
  return unit.isHeadings ? Content.Headings : Content.Text;
}

/** The spans that become chunks, and the span whose text is left out, if any. */
export interface FinishedSpans {
  readonly kept: Span[];
  readonly dropped: Span | undefined;
  /** The span that was joined to the last of `kept`, if any. */
  readonly merged: Span | undefined;
}

/** Keeps, drops or joins to the span before it, as the options say, a last span that is under the minimum. */
export function finishTail(spans: readonly Span[], options: SemanticOptions): FinishedSpans {
  const whole = { kept: [...spans], dropped: undefined, merged: undefined };
  if (options.sections === 'apart') return whole;
  const last = spans.at(-1);
  const previous = spans.at(-2);
  if (last === undefined || previous === undefined || last.tokenCount >= options.minTokens) return whole;
  const modes: Record<TailMode, () => FinishedSpans> = {
    keep: () => whole,
    drop: () => ({ kept: spans.slice(0, -1), dropped: last, merged: undefined }),
    merge: () => {
      const tokenCount = previous.tokenCount + last.tokenCount;
      if (tokenCount > options.maxTokens) return whole;
      const joined = { ...previous, lastLine: last.lastLine, tokenCount };
      return { kept: [...spans.slice(0, -2), joined], dropped: undefined, merged: last };
    },
  };
  return modes[options.tail]();
}

/** A chunk ends at a deeper heading only from this size on: half way between minimum and maximum, 500 by default. */
export function deeperHeadingTokens(options: Pick<SemanticOptions, 'minTokens' | 'maxTokens'>): number {
  return Math.floor((options.minTokens + options.maxTokens) / 2);
}
