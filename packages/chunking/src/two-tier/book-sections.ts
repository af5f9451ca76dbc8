import { type Block, type BlockScan, startsFence, startsHtml, startsTable } from '@topicmill/text/markdown';
import type { TokenCounter } from '@topicmill/text/tokens';
import { HtmlTables } from '../html-table.js';
import type { ContentHint } from './book-record-schema.js';
import type { BookHeading } from './plain-headings.js';
import { trimRange } from './sentences.js';

/** The headings of what is below a heading, up to the next one. */
interface SectionHeadings {
  /** Outermost first; those that it starts with are the last ones. */
  readonly inForce: readonly BookHeading[];
  /** Level of the heading that it starts with; 0 for text before the first heading. */
  readonly firstLevel: number;
}

/** What is below a heading, up to the next one. */
interface HeadingSection extends SectionHeadings {
  readonly pieces: readonly Piece[];
  readonly tokenCount: number;
}

/**
 * Cuts a book at its headings, and gives the pieces of each part. A heading with nothing but a deeper heading below it goes
 * with that one, and so does what is too small to be found.
 *
 * @param isPlain see `lineRuns`
 * @param sizes tokens below which a part is too small, and that a part has at most
 */
export function* bookSections(
  text: string,
  { scan, headings, tables }: BookBlocks,
  counter: TokenCounter,
  isPlain: boolean,
  sizes: SectionSizes,
): Generator<readonly Piece[]> {
  const parts = bookParts(runsWithTables(blockRuns(text, scan, isPlain), tables), headings);
  for (const joined of joinSmall(headingSections({ text, scan, counter }, parts), sizes)) {
    yield joined.flatMap(({ pieces }) => pieces);
  }
}

interface SectionSizes {
  readonly leastTokens: number;
  readonly maxTokens: number;
}

/**
 * Joins sections to parts: one with less than `leastTokens` goes with the next one on its level or below, as long as they
 * share a heading; else with the part before. An empty heading always goes with another section.
 */
function* joinSmall(
  sections: Iterable<HeadingSection>,
  { leastTokens, maxTokens }: SectionSizes,
): Generator<readonly HeadingSection[]> {
  /** No section follows in it, but a small part may still go back to it. */
  let closed: JoinedSections | undefined;
  let open: JoinedSections | undefined;
  const fits = (one: Sized, other: Sized): boolean =>
    one.tokenCount + other.tokenCount <= maxTokens || Math.max(one.tokenCount, other.tokenCount) > maxTokens;
  const isSmall = ({ tokenCount, isBare }: JoinedSections): boolean => tokenCount < leastTokens || isBare;
  const goesBack = (part: JoinedSections): boolean =>
    closed !== undefined && isSmall(part) && fits(closed, part) && shareHeading(closed.first, part.first);
  const goesOn = (part: JoinedSections, next: HeadingSection): boolean => {
    if (!isSmall(part) || !fits(part, next)) return false;
    const { firstLevel } = part.first;
    if (next.firstLevel >= firstLevel) return firstLevel === 0 || part.isBare || shareHeading(part.first, next);
    return part.isBare && !goesBack(part);
  };
  function* close(part: JoinedSections, isBack: boolean): Generator<readonly HeadingSection[]> {
    if (closed !== undefined && isBack) {
      closed.addAll(part);
      return;
    }
    if (closed !== undefined) yield closed.sections;
    closed = part;
  }
  for (const next of sections) {
    if (open !== undefined && goesOn(open, next)) open.add(next);
    else {
      if (open !== undefined) yield* close(open, goesBack(open));
      open = new JoinedSections(next);
    }
  }
  if (open !== undefined) yield* close(open, goesBack(open) || open.isBare);
  if (closed !== undefined) yield closed.sections;
}

type Sized = Pick<HeadingSection, 'tokenCount'>;

/** Neighbouring sections that are one part, one at least. */
class JoinedSections {
  readonly sections: HeadingSection[] = [];
  tokenCount = 0;
  /** Whether they have headings and comments alone. */
  isBare = true;

  constructor(readonly first: HeadingSection) {
    this.add(first);
  }

  add(section: HeadingSection): void {
    this.sections.push(section);
    this.tokenCount += section.tokenCount;
    this.isBare &&= section.pieces.every(({ kind }) => kind === 'heading' || kind === 'comment');
  }

  addAll({ sections }: JoinedSections): void {
    for (const each of sections) this.add(each);
  }
}

function shareHeading(one: SectionHeadings, other: SectionHeadings): boolean {
  const [first] = one.inForce;
  return first !== undefined && first === other.inForce[0];
}

/** Headings above a chunk: those of the section that most of it belongs to, else those that all its sections share. */
export function commonHeadingPath(pieces: readonly Piece[]): string[] {
  const sizes = new Map<SectionHeadings, number>();
  let all = 0;
  for (const { headings, tokenCount } of pieces) {
    sizes.set(headings, (sizes.get(headings) ?? 0) + tokenCount);
    all += tokenCount;
  }
  const paths = [...sizes.keys()].map(({ inForce }) => inForce);
  const [main] = [...sizes].find(([, size]) => 2 * size > all) ?? [];
  const path = main?.inForce ?? paths[0]!.filter((heading, at) => paths.every((each) => each[at] === heading));
  return path.map(({ text }) => text);
}

function* headingSections(counted: CountedScan, parts: Iterable<BookHeading | Run>): Generator<HeadingSection> {
  let inForce: BookHeading[] = [];
  let pieces: UnplacedPiece[] = [];
  let isEmpty = false;
  let firstLevel = 0;
  const section = (): HeadingSection => {
    const headings = { inForce, firstLevel };
    const tokenCount = pieces.reduce((sum, piece) => sum + piece.tokenCount, 0);
    return { ...headings, pieces: pieces.map((piece) => ({ ...piece, headings })), tokenCount };
  };
  for (const part of parts) {
    if ('level' in part) {
      const isParentOf = isEmpty && inForce.at(-1)!.level < part.level;
      if (pieces.length > 0 && !isParentOf) {
        yield section();
        pieces = [];
      }
      if (pieces.length === 0) firstLevel = part.level;
      inForce = [...inForce.filter(({ level }) => level < part.level), part];
      const piece = readPiece(counted, headingRun(part));
      if (piece !== undefined) pieces.push(piece);
      isEmpty = true;
    } else {
      const piece = readPiece(counted, part);
      if (piece === undefined) continue;
      pieces.push(piece);
      isEmpty = false;
    }
  }
  if (pieces.length > 0) yield section();
}

type Run = ReturnType<typeof lineRuns>[number];

function* blockRuns(text: string, scan: BlockScan, isPlain: boolean): Generator<Run> {
  for (const block of scan.blocks) yield* lineRuns(text, scan, block, isPlain);
}

/** Headings and the runs of lines between them, in order. */
function* bookParts(runs: Iterable<Run>, headings: readonly BookHeading[]): Generator<BookHeading | Run> {
  let next = 0;
  for (const run of runs) {
    let firstLine = run.firstLine;
    for (
      let heading = headings[next];
      heading !== undefined && heading.firstLine <= run.lastLine;
      heading = headings[++next]
    ) {
      if (heading.firstLine > firstLine) yield { ...run, firstLine, lastLine: heading.firstLine - 1 };
      yield heading;
      firstLine = heading.endLine;
    }
    const taken = headings[next - 1]?.endLine ?? 0;
    firstLine = Math.max(firstLine, taken);
    if (firstLine <= run.lastLine) yield { ...run, firstLine };
  }
}

/** Lines of a text, 0-based. */
export interface LineRange {
  readonly firstLine: number;
  readonly lastLine: number;
}

/** What the blocks of a book are. */
interface BookBlocks {
  readonly scan: BlockScan;
  readonly headings: readonly BookHeading[];
  /** Those in HTML. */
  readonly tables: readonly LineRange[];
}

/** The lines of tables in HTML, in order and apart. */
export function htmlTableLines(text: string, { marks, starts, lineCount }: BlockScan): LineRange[] {
  const tables = new HtmlTables(text);
  const found: LineRange[] = [];
  const lineAt = lineFinder(starts);
  for (let line = 0; line < lineCount; line++) {
    if (!startsHtml(marks[line]!) || line <= (found.at(-1)?.lastLine ?? -1)) continue;
    let next = line + 1;
    while (next < lineCount && marks[next] === 0) next++;
    for (const { startChar, endChar } of tables.startingIn(starts[line]!, starts[next]!)) {
      const [firstLine, lastLine] = [lineAt(startChar), lineAt(endChar - 1)];
      const before = found.at(-1);
      if (before?.lastLine === firstLine) found[found.length - 1] = { ...before, lastLine };
      else found.push({ firstLine, lastLine });
    }
  }
  return found;
}

/** The line of an offset; call with non-decreasing offsets. */
function lineFinder(starts: Uint32Array): (offset: number) => number {
  let line = 0;
  return (offset) => {
    while (starts[line + 1]! <= offset) line++;
    return line;
  };
}

/** The runs with tables in place of the lines that these take up, but for those in a quote. */
function* runsWithTables(runs: Iterable<Run>, tables: readonly LineRange[]): Generator<Run> {
  let next = 0;
  let after = 0;
  for (const run of runs) {
    let firstLine = Math.max(run.firstLine, after);
    for (; next < tables.length && tables[next]!.firstLine <= run.lastLine; next++) {
      const table = tables[next]!;
      if (run.isAtomic) continue;
      if (table.firstLine > firstLine) yield { ...run, firstLine, lastLine: table.firstLine - 1 };
      yield { kind: 'table', isAtomic: true, ...table };
      after = table.lastLine + 1;
      firstLine = after;
    }
    if (firstLine <= run.lastLine) yield { ...run, firstLine };
  }
}

function headingRun({ firstLine, endLine }: BookHeading): PieceLines {
  return { kind: 'heading', isAtomic: false, firstLine, lastLine: endLine - 1 };
}

type PieceLines = Omit<Run, 'kind'> & { readonly kind: PieceKind };

interface CountedScan {
  readonly text: string;
  readonly scan: BlockScan;
  readonly counter: TokenCounter;
}

/** `undefined` for lines that are blank. */
function readPiece(
  { text, scan, counter }: CountedScan,
  { kind, isAtomic, firstLine, lastLine }: PieceLines,
): UnplacedPiece | undefined {
  const lineStart = scan.starts[firstLine]!;
  const content = trimRange(text, lineStart, scan.starts[lastLine + 1]!);
  if (content === undefined) return undefined;
  // Indentation of code says something; that of running text does not.
  const start = isAtomic || kind === 'code' || kind === 'list' ? lineStart : content.start;
  return {
    kind,
    isAtomic,
    grain: 'block',
    start,
    end: content.end,
    tokenCount: counter.count(text, start, content.end),
  };
}

/** Lines that belong together, and what they contain. */
interface LineRun {
  readonly kind: Exclude<PieceKind, 'heading'>;
  readonly isAtomic: boolean;
  readonly firstLine: number;
  readonly lastLine: number;
}

const ITEM_MARKERS = /^(?:\s*(?:[-*+]|\d{1,9}[.)])(?=\s))*\s*/;

const COMMENT = /^\s*<!--(?:(?!-->)[\s\S])*-->\s*$/;

/**
 * The runs of lines of a block: a list is cut before its items, and tables, code and quotes in it are kept whole; lines
 * of a paragraph that all start and end with a pipe are a table without a rule.
 *
 * @param isPlain indented lines are not code, but set off
 */
function lineRuns(text: string, scan: BlockScan, block: Block, isPlain: boolean): LineRun[] {
  const { firstLine, lastLine } = block;
  switch (block.type) {
    case 'table':
      return [{ kind: 'table', isAtomic: true, firstLine, lastLine }];
    case 'blockquote':
      return [{ kind: 'quote', isAtomic: true, firstLine, lastLine }];
    case 'code':
      if (block.isFenced) return [{ kind: 'code', isAtomic: true, firstLine, lastLine }];
      return [{ kind: isPlain ? 'prose' : 'code', isAtomic: false, firstLine, lastLine }];
    case 'list':
    case 'footnoteDefinition':
      return containerRuns(text, scan, block);
    case 'definition':
      return [{ kind: 'definition', isAtomic: false, firstLine, lastLine }];
    case 'paragraph':
      return paragraphRuns(text, scan, block);
    case 'html': {
      const isComment = COMMENT.test(text.slice(block.startOffset, block.endOffset));
      return [{ kind: isComment ? 'comment' : 'prose', isAtomic: false, firstLine, lastLine }];
    }
    default:
      return [{ kind: 'prose', isAtomic: false, firstLine, lastLine }];
  }
}

function containerRuns(text: string, scan: BlockScan, block: Block): LineRun[] {
  const plainKind = block.type === 'list' ? 'list' : 'prose';
  const runs: LineRun[] = [];
  let line = block.firstLine;
  while (line <= block.lastLine) {
    const mark = scan.marks[line]!;
    const isQuote = isQuoteLine(text, scan, line);
    const lastLine = isQuote ? quoteEnd(text, scan, line, block.lastLine) : blockEnd(scan, line, block.lastLine);
    const kind = isQuote ? 'quote' : startsTable(mark) ? 'table' : startsFence(mark) ? 'code' : plainKind;
    const contentLine = lastContentLine(text, scan, line, lastLine);
    if (contentLine >= line) runs.push({ kind, isAtomic: kind !== plainKind, firstLine: line, lastLine: contentLine });
    line = lastLine + 1;
  }
  return runs;
}

/** Last line before the next line that starts something. */
function blockEnd(scan: BlockScan, line: number, lastLine: number): number {
  let at = line;
  while (at < lastLine && scan.marks[at + 1] === 0) at++;
  return at;
}

/** A further line of a quote has its marker first, or nothing starts on it. */
function quoteEnd(text: string, scan: BlockScan, line: number, lastLine: number): number {
  let at = line;
  while (at < lastLine && continuesQuote(text, scan, at + 1)) at++;
  return at;
}

function continuesQuote(text: string, scan: BlockScan, line: number): boolean {
  if (scan.marks[line] === 0) return !isBlank(text, scan, line);
  return text
    .slice(scan.starts[line], scan.starts[line + 1])
    .trimStart()
    .startsWith('>');
}

function isQuoteLine(text: string, scan: BlockScan, line: number): boolean {
  const content = text.slice(scan.starts[line], scan.starts[line + 1]).replace(ITEM_MARKERS, '');
  return content.startsWith('>');
}

function isBlank(text: string, scan: BlockScan, line: number): boolean {
  return text.slice(scan.starts[line], scan.starts[line + 1]).trim() === '';
}

function lastContentLine(text: string, scan: BlockScan, firstLine: number, lastLine: number): number {
  let line = lastLine;
  while (line >= firstLine && isBlank(text, scan, line)) line--;
  return line;
}

function paragraphRuns(text: string, scan: BlockScan, { firstLine, lastLine }: Block): LineRun[] {
  const runs: LineRun[] = [];
  let runStart = firstLine;
  let isRow = isRowLine(text, scan, firstLine);
  const close = (end: number) => {
    const isTable = isRow && end > runStart;
    runs.push({ kind: isTable ? 'table' : 'prose', isAtomic: isTable, firstLine: runStart, lastLine: end });
  };
  for (let line = firstLine + 1; line <= lastLine; line++) {
    if (isRowLine(text, scan, line) === isRow) continue;
    close(line - 1);
    runStart = line;
    isRow = !isRow;
  }
  close(lastLine);
  return runs;
}

function isRowLine(text: string, scan: BlockScan, line: number): boolean {
  const row = text.slice(scan.starts[line], scan.starts[line + 1]).trim();
  return row.length > 2 && row.startsWith('|') && row.endsWith('|');
}

/** What a piece consists of. Headings, link definitions and comments in HTML count as prose. */
type PieceKind = 'heading' | 'definition' | 'comment' | Exclude<ContentHint, 'mixed'>;

/** A run of text that is not cut, unless it is over a limit and not atomic. Offsets are those of the kept text. */
export interface Piece {
  readonly kind: PieceKind;
  /** A table, a fenced code block or a block quote. */
  readonly isAtomic: boolean;
  /** `block`: whole sentences, to be found; `sentence`: a single one; `fragment`: not even that. */
  readonly grain: 'block' | 'sentence' | 'fragment';
  readonly start: number;
  readonly end: number;
  /** Size by the strategy's counter. */
  readonly tokenCount: number;
  /** The same object for all pieces of a section. */
  readonly headings: SectionHeadings;
}

type UnplacedPiece = Omit<Piece, 'headings'>;
