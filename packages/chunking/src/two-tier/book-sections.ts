import type { BlockScan } from '@topicmill/text/markdown';
import type { TokenCounter } from '@topicmill/text/tokens';
import { lineRuns } from './block-pieces.js';
import type { BookHeading } from './book-heading.js';
import type { Piece, PieceKind } from './piece.js';
import { trimRange } from './sentences.js';

/** What stands below a heading, up to the next one, with the headings in force. */
export interface HeadingSection {
  /** Outermost first. */
  readonly headingPath: readonly string[];
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
  for (const part of bookParts(scan, headings, (block) => lineRuns(text, scan, block, isPlain))) {
    if ('level' in part) {
      const isParentOf = isBare && inForce.at(-1)!.level < part.level;
      if (pieces.length > 0 && !isParentOf) {
        yield { headingPath: inForce.map(({ text: title }) => title), pieces };
        pieces = [];
      }
      inForce = [...inForce.filter(({ level }) => level < part.level), part];
      const piece = pieceOf(text, scan, 'heading', false, part.firstLine, part.endLine - 1, counter);
      if (piece !== undefined) pieces.push(piece);
      isBare = true;
    } else {
      const piece = pieceOf(text, scan, part.kind, part.isAtomic, part.firstLine, part.lastLine, counter);
      if (piece === undefined) continue;
      pieces.push(piece);
      isBare = false;
    }
  }
  if (pieces.length > 0) yield { headingPath: inForce.map(({ text: title }) => title), pieces };
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

/** `undefined` for lines that are blank. */
function pieceOf(
  text: string,
  scan: BlockScan,
  kind: PieceKind,
  isAtomic: boolean,
  firstLine: number,
  lastLine: number,
  counter: TokenCounter,
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
