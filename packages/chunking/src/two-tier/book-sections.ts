import type { BlockScan } from '@topicmill/text/markdown';
import type { TokenCounter } from '@topicmill/text/tokens';
import { lineRuns } from './block-pieces.js';
import type { BookHeading } from './book-heading.js';
import type { Piece, PieceKind } from './piece.js';
import { trimRange } from './sentences.js';

/** What is below a heading, up to the next one, with the headings in force. */
export interface HeadingSection {
  /** Outermost first. */
  readonly headingPath: readonly string[];
  /** The same with their levels. */
  readonly inForce: readonly BookHeading[];
  /** Level of the heading that it starts with; 0 for text before the first heading. */
  readonly firstLevel: number;
  readonly pieces: readonly Piece[];
}

/**
 * Cuts a book at its headings. A heading with nothing but a deeper heading below it goes with that one, so that no
 * section is a bare heading.
 *
 * @param isPlain see `lineRuns`
 */
export function* headingSections(
  text: string,
  scan: BlockScan,
  headings: readonly BookHeading[],
  counter: TokenCounter,
  isPlain: boolean,
): Generator<HeadingSection> {
  let inForce: BookHeading[] = [];
  let pieces: Piece[] = [];
  let isBare = false;
  let firstLevel = 0;
  const section = (): HeadingSection => ({
    headingPath: inForce.map(({ text: title }) => title),
    inForce,
    firstLevel,
    pieces,
  });
  for (const part of bookParts(scan, headings, (block) => lineRuns(text, scan, block, isPlain))) {
    if ('level' in part) {
      const isParentOf = isBare && inForce.at(-1)!.level < part.level;
      if (pieces.length > 0 && !isParentOf) {
        yield section();
        pieces = [];
      }
      if (pieces.length === 0) firstLevel = part.level;
      inForce = [...inForce.filter(({ level }) => level < part.level), part];
      const piece = pieceOf({ text, scan, counter }, headingRun(part));
      if (piece !== undefined) pieces.push(piece);
      isBare = true;
    } else {
      const piece = pieceOf({ text, scan, counter }, part);
      if (piece === undefined) continue;
      pieces.push(piece);
      isBare = false;
    }
  }
  if (pieces.length > 0) yield section();
}

type Run = ReturnType<typeof lineRuns>[number];

/** Headings and the runs of lines between them, in order. */
function* bookParts(
  scan: BlockScan,
  headings: readonly BookHeading[],
  runsOf: (block: BlockScan['blocks'][number]) => Run[],
): Generator<BookHeading | Run> {
  let next = 0;
  for (const block of scan.blocks) {
    for (const run of runsOf(block)) {
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
function pieceOf(
  { text, scan, counter }: CountedScan,
  { kind, isAtomic, firstLine, lastLine }: PieceLines,
): Piece | undefined {
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
