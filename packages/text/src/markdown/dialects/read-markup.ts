import type { ScannedLines } from '../block-scanner.js';
import { skipSpaces } from '../line-cursor.js';
import { CONTAINER_MASK, ContainerMark, LEAF_MASK, LeafMark } from '../line-mark.js';
import { type Heading, LineKind } from '../line-scan.js';
import { definitionEnds } from '../link-definition.js';
import { admonitionRegions, admonitionTitle } from './admonition.js';
import { calloutRegions } from './callout-regions.js';
import type { Dialect } from './dialect.js';
import type { DialectScan, Inclusion, Markup, Region } from './dialect-scan.js';
import type { MarkupLines } from './dialect-scanner.js';
import { directiveTag } from './directive.js';
import { identifyHeading } from './heading-id.js';
import { InclusionFinder, mayInclude } from './inclusion.js';
import { InlineMarkupFinder, withoutMarkup } from './inline-markup.js';
import { tagRegions } from './tag-regions.js';
import { isLiquid } from './template-tag.js';
import { withoutLinks } from './without-links.js';

const CONTAINER_MARKERS = /(?:[ \t>]|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t]))*/y;

const MARKERS_ONLY = /^[\s>#*+-]*$/;
const TAGS_ONLY = /^(?:\s*(?:\{\{[<%](?:(?!\}\}).)*[%>]\}\}|\{%(?:(?!%\}).)*%\}))+\s*$/;

/** Forms of inclusions that are lines of markup by themselves. */
const WHOLE_LINES: ReadonlySet<Dialect['inclusions']> = new Set(['docfx', 'partials'] as const);

/** Reads the markup inside the lines that were scanned; lines that are nothing but markup become markup. */
export function readMarkup(
  text: string,
  dialect: Dialect,
  lines: ScannedLines,
  runs: readonly MarkupLines[],
): DialectScan {
  return new MarkupReader(text, dialect, lines, runs).read();
}

class MarkupReader {
  private readonly finder: InlineMarkupFinder;
  private readonly inclusions: Inclusion[] = [];
  private readonly regions: Region[] = [];
  private nextRun = 0;
  /** `undefined` for a text that includes nothing. */
  private readonly inclusionFinder: InclusionFinder | undefined;

  constructor(
    private readonly text: string,
    private readonly dialect: Dialect,
    private readonly lines: ScannedLines,
    private readonly runs: readonly MarkupLines[],
  ) {
    this.finder = new InlineMarkupFinder(text, dialect);
    const { inclusions: form } = dialect;
    if (form !== undefined && mayInclude(form, text)) this.inclusionFinder = new InclusionFinder(form, text);
  }

  read(): DialectScan {
    const { lines, finder, dialect, inclusions, regions } = this;
    for (let line = 0; line < lines.lineCount; ) line = this.readFrom(line);
    this.markCoveredLines();
    regions.push(...tagRegions(finder.tags, this.lineFinder()));
    if (dialect.hasAdmonitions) regions.push(...admonitionRegions(this.text, lines));
    if (dialect.inline === 'vault') regions.push(...calloutRegions(this.text, lines));
    const { lineCount, starts, kinds, marks, fences, innerHeadings } = lines;
    return {
      ...{ lineCount, starts, kinds, marks, fences, dialect, inclusions, markups: finder.markups },
      regions: inOrder(regions),
      headings: lines.headings.map((heading) => this.identified(heading)),
      innerHeadings: innerHeadings.map((heading) => this.identified(heading)),
    };
  }

  /** Reads what starts at `line`; returns the line after it. */
  private readFrom(line: number): number {
    const { kinds, starts, marks } = this.lines;
    const kind = kinds[line];
    if (kind === LineKind.Markup) return this.readRun(line);
    if (kind === LineKind.Fence) this.readCodeInclusion(line);
    if (kind === LineKind.Fence || kind === LineKind.Blank) return line + 1;
    let next = line + 1;
    const leaf = marks[line]! & LEAF_MASK;
    if (leaf !== LeafMark.Table) while (next < kinds.length && kinds[next] === kind && marks[next] === 0) next++;
    if (leaf === LeafMark.IndentedCode && !this.areTagsOnly(line, next)) return next;
    if (starts[next]! <= this.finder.end) return next;
    this.readBlock(line, next, leaf);
    return next;
  }

  /** Whether indented lines are tags that the generator has put something in place of before it reads markdown. */
  private areTagsOnly(line: number, next: number): boolean {
    const { starts } = this.lines;
    const isRunBefore = this.dialect.template === 'hugo' || isLiquid(this.dialect.template);
    return isRunBefore && TAGS_ONLY.test(this.text.slice(starts[line], starts[next]));
  }

  private readBlock(line: number, next: number, leaf: number): void {
    const { starts, marks } = this.lines;
    if ((marks[line]! & CONTAINER_MASK) === ContainerMark.Admonition) {
      const end = this.contentEnd(line);
      this.finder.add(starts[line]!, end, admonitionTitle(this.text.slice(starts[line], end)));
    }
    if (leaf === LeafMark.Paragraph) this.readDefinitions(starts[line]!, starts[next]!);
    let from = starts[line]!;
    if (this.inclusionFinder !== undefined) {
      for (let at = line; at < next; at++) {
        const inclusion = this.readInclusion(at, false);
        if (inclusion === undefined) continue;
        this.finder.readBlock(from, inclusion.startOffset, leaf === LeafMark.Html);
        from = inclusion.endOffset;
        this.finder.add(inclusion.startOffset, inclusion.endOffset);
      }
    }
    if (leaf === LeafMark.Heading) this.readHeading(from, this.contentEnd(line));
    this.finder.readBlock(from, starts[next]!, leaf === LeafMark.Html);
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
    if (WHOLE_LINES.has(this.dialect.inclusions) && run.lastLine === line) this.readInclusion(line, false);
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

  private readCodeInclusion(line: number): void {
    const inclusion = this.readInclusion(line, true);
    if (inclusion !== undefined) this.finder.add(inclusion.startOffset, inclusion.endOffset);
  }

  private readInclusion(line: number, isCode: boolean): Inclusion | undefined {
    const place = { line, startOffset: this.lines.starts[line]!, endOffset: this.contentEnd(line), isCode };
    const found = this.inclusionFinder?.in(place);
    if (found !== undefined) this.inclusions.push(found);
    return found;
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
      for (let at = next; at < markups.length && markups[at]!.start < end; at++) this.addRegionOf(line, markups[at]!);
    }
  }

  /** A markup of several lines is a region; `line` is one of its lines. */
  private addRegionOf(line: number, { start, end }: Markup): void {
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

  private identified(heading: Heading): Heading {
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
function inOrder(regions: readonly Region[]): Region[] {
  const sorted = [...regions].sort((a, b) => a.firstLine - b.firstLine || b.lastLine - a.lastLine);
  return sorted.filter(({ firstLine, lastLine }, i) => {
    const before = sorted[i - 1];
    return before?.firstLine !== firstLine || before.lastLine !== lastLine;
  });
}
