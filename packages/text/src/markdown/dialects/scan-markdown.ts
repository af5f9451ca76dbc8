import type { ScannedLines } from '../block-scanner.js';
import { CONTAINER_MASK, ContainerMark, INNER_MARK, LEAF_MASK, LeafMark, skipSpaces } from '../line-cursor.js';
import { type Heading, LineKind, type LineScan } from '../line-scan.js';
import { definitionEnds } from '../link-definition.js';
import { blockStarts, readLines, scanLines } from '../scan-lines.js';
import { admonitionRegions, admonitionTitle } from './admonition.js';
import { elementDefinitions, markdownDefinitions } from './definition-list.js';
import type { Dialect } from './dialect.js';
import type { DialectScan, Inclusion, Markup, Region } from './dialect-scan.js';
import { DialectScanner, type MarkupLines } from './dialect-scanner.js';
import { directiveTag } from './directive.js';
import { identifyHeading } from './heading-id.js';
import { InclusionFinder, mayInclude } from './inclusion.js';
import { startsCallout } from './inline-forms.js';
import { InlineMarkupFinder, type PlacedTag, withoutMarkup } from './inline-markup.js';
import { isRunBefore } from './template-tag.js';

const CONTAINER_MARKERS = /(?:[ \t>]|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t]))*/y;

const MARKERS_ONLY = /^[\s>#*+-]*$/;
const TAGS_ONLY = /^(?:\s*(?:\{\{[<%](?:(?!\}\}).)*[%>]\}\}|\{%(?:(?!%\}).)*%\}))+\s*$/;

/** Forms of inclusions that are lines of markup by themselves. */
const WHOLE_LINES: ReadonlySet<Dialect['inclusions']> = new Set(['docfx', 'myst', 'partials'] as const);

/** Reads the markup inside the lines that were scanned; lines that are nothing but markup become markup. */
function readMarkup(text: string, dialect: Dialect, lines: ScannedLines, runs: readonly MarkupLines[]): DialectScan {
  return new MarkupReader(text, dialect, lines, runs).read();
}

class MarkupReader {
  private readonly finder: InlineMarkupFinder;
  private readonly inclusions: Inclusion[] = [];
  private readonly regions: Region[] = [];
  private nextRun = 0;
  /** The lines that open and close fenced blocks. */
  private readonly fenceMarks: ReadonlySet<number>;
  /** `undefined` for a text that includes nothing. */
  private readonly inclusionFinder: InclusionFinder | undefined;

  constructor(
    private readonly text: string,
    private readonly dialect: Dialect,
    private readonly lines: ScannedLines,
    private readonly runs: readonly MarkupLines[],
  ) {
    this.finder = new InlineMarkupFinder(text, dialect);
    this.fenceMarks = new Set(
      lines.fences.flatMap(({ firstLine, lastLine, closed }) => (closed ? [firstLine, lastLine] : [firstLine])),
    );
    const { inclusions: form } = dialect;
    if (form !== undefined && mayInclude(form, text)) this.inclusionFinder = new InclusionFinder(form, text);
  }

  read(): DialectScan {
    const { lines, finder, dialect, inclusions, regions } = this;
    for (let line = 0; line < lines.lineCount; ) line = this.readFrom(line);
    this.markCoveredLines();
    const tags = tagsOnLines(finder.tags, this.lineFinder());
    regions.push(...tagRegions(tags), ...elementDefinitions(tags, lines), ...markdownDefinitions(this.text, lines));
    if (dialect.hasAdmonitions) regions.push(...admonitionRegions(this.text, lines));
    if (dialect.inline === 'vault') regions.push(...calloutRegions(this.text, lines));
    const { lineCount, starts, kinds, marks, fences, innerHeadings } = lines;
    return {
      ...{ lineCount, starts, kinds, marks, fences, dialect, inclusions, markups: finder.markups },
      regions: sortedRegions(regions),
      headings: lines.headings.map((heading) => this.withExplicitId(heading)),
      innerHeadings: innerHeadings.map((heading) => this.withExplicitId(heading)),
    };
  }

  /** Reads what starts at `line`; returns the line after it. */
  private readFrom(line: number): number {
    const { kinds, starts, marks } = this.lines;
    const kind = kinds[line];
    if (kind === LineKind.Markup) return this.readRun(line);
    if (kind === LineKind.Fence) this.readFenceLine(line);
    if (kind === LineKind.Fence || kind === LineKind.Blank) return line + 1;
    let next = line + 1;
    const leaf = marks[line]! & LEAF_MASK;
    if (leaf !== LeafMark.Table) while (next < kinds.length && kinds[next] === kind && marks[next] === 0) next++;
    if (leaf === LeafMark.IndentedCode && !this.areTagsOnly(line, next)) {
      this.finder.readCode(starts[line]!, starts[next]!);
      return next;
    }
    if (starts[next]! <= this.finder.end) return next;
    this.readBlock(line, next, leaf);
    return next;
  }

  /** Whether indented lines are tags that the generator has put something in place of before it reads markdown. */
  private areTagsOnly(line: number, next: number): boolean {
    const { starts } = this.lines;
    return isRunBefore(this.dialect.template) && TAGS_ONLY.test(this.text.slice(starts[line], starts[next]));
  }

  private readBlock(line: number, next: number, leaf: number): void {
    const { starts, marks } = this.lines;
    if ((marks[line]! & CONTAINER_MASK) === ContainerMark.Admonition) {
      const end = this.contentEnd(line);
      this.finder.add(starts[line]!, end, admonitionTitle(this.text.slice(starts[line], end)));
    }
    if (leaf === LeafMark.Paragraph) this.readDefinitions(starts[line]!, starts[next]!);
    const isHtml = leaf === LeafMark.Html;
    const end = starts[next]!;
    const lineCount = this.inclusionFinder === undefined ? 0 : next - line;
    const written = Array.from({ length: lineCount }, (_, at) => this.inclusionsIn(line + at, false)).flat();
    let from = starts[line]!;
    for (const inclusion of this.areTags() ? [] : written) {
      const { startOffset, endOffset } = inclusion;
      if (startOffset >= from) {
        this.finder.readBlock(from, startOffset, isHtml, end);
        // A comment is not over yet.
        if (this.finder.end > startOffset) continue;
        from = endOffset;
        this.finder.add(startOffset, endOffset);
      }
      this.inclusions.push(inclusion);
    }
    const markupCount = this.finder.markups.length;
    if (leaf === LeafMark.Heading) this.readHeading(from, this.contentEnd(line));
    this.finder.readBlock(from, end, isHtml);
    if (!this.areTags() || written.length === 0) return;
    const tags = new Set(this.finder.markups.slice(markupCount).map(({ start }) => start));
    this.inclusions.push(...written.filter(({ startOffset }) => tags.has(startOffset)));
  }

  /** Whether inclusions are tags of a template, which is read with the texts in their parameters. */
  private areTags(): boolean {
    return this.dialect.inclusions === 'liquid' || this.dialect.inclusions === 'shortcodes';
  }

  /** Takes the attributes at the end of a heading where they are read nowhere else. */
  private readHeading(start: number, end: number): void {
    if (this.dialect.headingIds !== 'braces-of-headings') return;
    const written = this.text.slice(start, end).trimEnd();
    const { text } = identifyHeading('braces-of-headings', written);
    if (text === written || MARKERS_ONLY.test(text)) return;
    this.finder.readBlock(start, start + text.length, false);
    this.finder.add(start + text.length, start + written.length);
  }

  /** Takes the link reference definitions that a paragraph starts with. */
  private readDefinitions(start: number, end: number): void {
    const { text, finder } = this;
    const first = skipSpaces(text, Math.max(start, finder.end), end);
    if (text[first] !== '[' || text[first + 1] === '^') return;
    const written = text.slice(first, end);
    const length = definitionEnds(written.replace(/\r\n?/g, '\n')).at(-1) ?? 0;
    if (length > 0) finder.add(first, first + lengthWritten(written, length));
  }

  private readRun(line: number): number {
    const run = this.runs[this.nextRun];
    if (run?.firstLine !== line) return line + 1;
    this.nextRun++;
    const start = this.lines.starts[line]!;
    const end = this.contentEnd(run.lastLine);
    if (run.kind === 'flow') this.addRegion(line, run.lastLine);
    const { inclusions: form } = this.dialect;
    // Of MyST the whole directive is hidden: its body is options.
    if (WHOLE_LINES.has(form) && (run.kind !== 'hidden' || form === 'myst') && !this.isComment(start)) {
      for (let at = line; at <= run.lastLine; at++) this.readInclusions(at, false);
    }
    if (run.kind === 'flow') this.finder.readBlock(start, end, true);
    else if (run.kind === 'directive') this.readDirective(start, this.contentEnd(line));
    else {
      this.finder.add(start, Math.min(run.end, end));
      if (run.end < end) this.finder.readBlock(run.end, end, false);
    }
    return run.lastLine + 1;
  }

  private readDirective(start: number, end: number): void {
    CONTAINER_MARKERS.lastIndex = start;
    CONTAINER_MARKERS.test(this.text);
    const at = CONTAINER_MARKERS.lastIndex;
    const tag = directiveTag(this.text, at, end, this.dialect.directives!);
    if (tag === undefined) return;
    const { kind } = tag;
    const { directives, inline } = this.dialect;
    // A longer fence of MyST closes a shorter one.
    const name = directives === 'fences' ? tag.fence.charAt(0) : tag.fence;
    if (kind !== 'alone') this.finder.tags.push({ name, kind, start: at, end });
    this.finder.add(at, tag.end, inline === undefined ? tag.title : withoutMarkup(tag.title, this.dialect));
  }

  private readFenceLine(line: number): void {
    for (const { startOffset, endOffset } of this.readInclusions(line, true)) this.finder.add(startOffset, endOffset);
    if (!this.fenceMarks.has(line)) this.finder.readCode(this.lines.starts[line]!, this.contentEnd(line));
  }

  private readInclusions(line: number, isCode: boolean): Inclusion[] {
    const found = this.inclusionsIn(line, isCode);
    this.inclusions.push(...found);
    return found;
  }

  private inclusionsIn(line: number, isCode: boolean): Inclusion[] {
    const place = { line, startOffset: this.lines.starts[line]!, endOffset: this.contentEnd(line), isCode };
    return this.inclusionFinder?.inclusionsInLine(place) ?? [];
  }

  private isComment(start: number): boolean {
    return this.text.startsWith('{/*', skipSpaces(this.text, start, this.text.length));
  }

  /** Lines of text of which only white space is left without their markup are markup. */
  private markCoveredLines(): void {
    const { starts, kinds, lineCount } = this.lines;
    const { markups } = this.finder;
    let next = 0;
    for (let line = 0; line < lineCount && next < markups.length; line++) {
      const start = starts[line]!;
      const end = starts[line + 1]!;
      while (next < markups.length && markups[next]!.end <= start) next++;
      const isText = kinds[line] === LineKind.Text || kinds[line] === LineKind.Blank;
      if (isText && this.isCovered(start, this.contentEnd(line), next)) kinds[line] = LineKind.Markup;
      for (let at = next; at < markups.length && markups[at]!.start < end; at++)
        this.addMarkupRegion(line, markups[at]!);
    }
  }

  /** A markup of several lines is a region; `line` is one of its lines. */
  private addMarkupRegion(line: number, { start, end }: Markup): void {
    const { starts, lineCount } = this.lines;
    if (start < starts[line]! || end <= starts[line + 1]!) return;
    let lastLine = line + 1;
    while (lastLine < lineCount - 1 && starts[lastLine + 1]! < end) lastLine++;
    this.addRegion(line, lastLine);
  }

  private addRegion(firstLine: number, lastLine: number): void {
    if (lastLine > firstLine) this.regions.push({ firstLine, lastLine, bodyIndent: 0 });
  }

  private isCovered(start: number, end: number, firstMarkup: number): boolean {
    const { markups } = this.finder;
    let at = skipSpaces(this.text, start, end);
    if (at === end) return firstMarkup < markups.length && markups[firstMarkup]!.start < start;
    for (let next = firstMarkup; at < end; next++) {
      const markup = markups[next];
      if (markup === undefined || markup.start > at) return false;
      at = skipSpaces(this.text, Math.max(at, markup.end), end);
    }
    return true;
  }

  private withExplicitId(heading: Heading): Heading {
    const { text, id } = identifyHeading(this.dialect.headingIds, heading.text);
    const read = withoutLinks(withoutMarkup(text, this.dialect));
    return id === undefined ? { ...heading, text: read } : { ...heading, text: read, id };
  }

  /** Gives the line of each of a row of ascending offsets. */
  private lineFinder(): (offset: number) => number {
    const { starts } = this.lines;
    let line = 0;
    return (offset) => {
      while (starts[line + 1]! <= offset && line < this.lines.lineCount - 1) line++;
      return line;
    };
  }

  /** Offset of the end of a line, its line end left out. */
  private contentEnd(line: number): number {
    const start = this.lines.starts[line]!;
    let end = this.lines.starts[line + 1]!;
    while (end > start && (this.text[end - 1] === '\n' || this.text[end - 1] === '\r')) end--;
    return end;
  }
}

/** How many characters of a text as written make `length` with every line end counted as one. */
function lengthWritten(written: string, length: number): number {
  let at = 0;
  for (let left = length; left > 0; left--) at += written.startsWith('\r\n', at) ? 2 : 1;
  return Math.min(at, written.length);
}

/** By first line, the longest first, each once. */
function sortedRegions(regions: readonly Region[]): Region[] {
  const sorted = [...regions].sort((a, b) => a.firstLine - b.firstLine || b.lastLine - a.lastLine);
  return sorted.filter(({ firstLine, lastLine }, i) => {
    const before = sorted[i - 1];
    return before?.firstLine !== firstLine || before.lastLine !== lastLine;
  });
}

/** Nobody reads longer headings. In UTF-16 units. */
const MAX_HEADING_LENGTH = 1000;
/** A code span; or an inline link or image. */
const LINK =
  /(?<!`)(?<ticks>`+)(?!`).*?(?<!`)\k<ticks>(?!`)|!?\[(?<label>(?:[^[\]\\`]|\\.|`[^`]*`|\[[^[\]]*\])*)\]\([ \t]*(?:<[^<>]*>|[^\s()<>]*(?:\([^\s()]*\)[^\s()<>]*)*)(?:[ \t]+(?:"[^"]*"|'[^']*'))?[ \t]*\)/g;

/** A heading's markdown with the labels of its inline links and images in their place; code stays as it is. */
function withoutLinks(heading: string): string {
  if (!heading.includes('](') || heading.length > MAX_HEADING_LENGTH) return heading;
  const labels = heading.replace(LINK, (written, _ticks, label: string | undefined) =>
    label === undefined ? written : withoutLinks(label),
  );
  return labels.replace(/[ \t]{2,}/g, ' ').trim();
}

interface ScanOptions {
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

/** The quotes of Obsidian that start with `[!note]`, each with all of its lines. */
function calloutRegions(text: string, { marks, starts, lineCount }: ScannedLines): Region[] {
  const regions: Region[] = [];
  for (let line = 0; line < lineCount; ) {
    const isQuote = (marks[line]! & CONTAINER_MASK) === ContainerMark.Quote && (marks[line]! & INNER_MARK) === 0;
    const firstLine = line++;
    if (!isQuote) continue;
    while (line < lineCount && startsWithMarker(text, starts[line]!)) line++;
    const at = text.indexOf('[', starts[firstLine]);
    if (line - 1 > firstLine && at !== -1 && at < starts[firstLine + 1]! && startsCallout(text, at)) {
      regions.push({ firstLine, lastLine: line - 1, bodyIndent: 0 });
    }
  }
  return regions;
}

function startsWithMarker(text: string, start: number): boolean {
  let at = start;
  while (text[at] === ' ' || text[at] === '\t') at++;
  return text[at] === '>';
}

/** A tag with its lines. */
interface TagOnLines extends PairableTag {
  readonly firstLine: number;
  readonly lastLine: number;
}

/** @param lineOf gives the line of an offset; called with ascending offsets */
function tagsOnLines(tags: readonly PlacedTag[], lineOf: (offset: number) => number): TagOnLines[] {
  return tags.map(({ name, kind, start, end }) => ({
    name,
    kind,
    firstLine: lineOf(start),
    lastLine: lineOf(end - 1),
  }));
}

/** The lines from each tag to the one that closes it, for those on several lines; see `pairTags`. */
function tagRegions(tags: readonly TagOnLines[]): Region[] {
  return pairTags(tags)
    .filter(([opening, closing]) => closing.lastLine > opening.firstLine)
    .map(([{ firstLine }, { lastLine }]) => ({ firstLine, lastLine, bodyIndent: 0 }));
}

/** A tag that opens or closes an element. */
interface PairableTag {
  readonly name: string;
  readonly kind: 'open' | 'close';
}

/**
 * Each tag with the one that closes it, in the order of the closing tags and in linear time. A tag that is never closed,
 * or closed out of turn, has no pair.
 *
 * @param tags in document order
 */
export function pairTags<Tag extends PairableTag>(tags: Iterable<Tag>): [opening: Tag, closing: Tag][] {
  const pairs: [opening: Tag, closing: Tag][] = [];
  const open: Tag[] = [];
  const openCounts = new Map<string, number>();
  for (const tag of tags) {
    const count = openCounts.get(tag.name) ?? 0;
    if (tag.kind === 'open') {
      open.push(tag);
      openCounts.set(tag.name, count + 1);
      continue;
    }
    if (count === 0) continue;
    for (let last = open.pop(); last !== undefined; last = open.pop()) {
      openCounts.set(last.name, openCounts.get(last.name)! - 1);
      if (last.name !== tag.name) continue;
      pairs.push([last, tag]);
      break;
    }
  }
  return pairs;
}
