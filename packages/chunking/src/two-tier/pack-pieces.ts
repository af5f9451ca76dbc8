import { isInsideSurrogatePair } from '@topicmill/text/scripts';
import type { TokenCounter } from '@topicmill/text/tokens';
import type { Piece } from './book-sections.js';
import type { TierLimits } from './options.js';
import { isSpace, sentences, trimRange } from './sentences.js';

/** Consecutive pieces that make a chunk. Offsets are those of the kept text. */
export interface PieceRun {
  readonly pieces: readonly Piece[];
  /** Sentences of the run before that are repeated, in order. */
  readonly overlap: Overlap;
  /** Where the text starts: with the first of `overlap`, else at `start`. */
  readonly overlapStart: number;
  /** Ends of the own text. */
  readonly start: number;
  readonly end: number;
  /** Size from `overlapStart` to `end`. */
  readonly tokenCount: number;
  readonly isOversized: boolean;
  readonly startRule: RunStart;
}

/** Why a run begins where it does. */
interface RunStart {
  /**
   * `first`: the first of its section. `limit`: its first piece did not fit after the run before. `recount`: it did by
   * the sum of the pieces, but not when the text was counted as one.
   */
  readonly rule: 'first' | 'limit' | 'recount';
  /** Sizes of the run before with its overlap (for `limit` the sum of its pieces), and of the piece that this one begins with; 0 for `first`. */
  readonly filledTokenCount: number;
  readonly nextTokenCount: number;
}

const FIRST: RunStart = { rule: 'first', filledTokenCount: 0, nextTokenCount: 0 };

/**
 * Packs pieces that follow each other into runs as long as the limit allows, the overlap counted. Only a piece that is
 * atomic makes a run oversized; headings before it stay with it, nothing else does.
 */
export function* packPieces(
  text: string,
  pieces: readonly Piece[],
  limits: TierLimits,
  counter: TokenCounter,
): Generator<PieceRun> {
  const capacity = limits.maxTokens - limits.overlapTokens;
  let open: Piece[] = [];
  let tokenCount = 0;
  let overlap: Overlap = [];
  let startRule = FIRST;
  const queue: Piece[] = [];

  function* close(): Generator<PieceRun> {
    const run: PieceRun = { ...fitRun(text, open, overlap, limits, counter), startRule };
    const left = open.slice(run.pieces.length);
    queue.unshift(...left);
    const nextTokenCount = queue[0]?.tokenCount ?? 0;
    startRule =
      left.length > 0
        ? { rule: 'recount', filledTokenCount: run.tokenCount, nextTokenCount }
        : { rule: 'limit', filledTokenCount: tokenCount, nextTokenCount };
    overlap = trailingOverlap(text, run.pieces, limits.overlapTokens, counter);
    open = [];
    tokenCount = overlapSize(overlap);
    yield run;
  }

  for (const piece of pieces) {
    for (const part of refinePiece(text, piece, capacity, counter)) {
      queue.push(part);
      while (queue.length > 0) {
        const next = queue[0]!;
        if (open.length > 0 && !fitsAfter(open, tokenCount, next, limits.maxTokens)) yield* close();
        else {
          queue.shift();
          open.push(next);
          tokenCount += next.tokenCount;
        }
      }
    }
  }
  while (open.length > 0) {
    yield* close();
    open.push(...queue.splice(0));
  }
}

type Overlap = readonly Piece[];

function fitsAfter(open: readonly Piece[], tokenCount: number, next: Piece, maxTokens: number): boolean {
  if (tokenCount + next.tokenCount <= maxTokens) return true;
  // Sentences repeated in front of the first piece give way, which `fitRun` sees to.
  if (open.length === 0) return true;
  return next.isAtomic && next.tokenCount > maxTokens && open.every(({ kind }) => kind === 'heading');
}

/** As many of the pieces as the limit allows, at least one, with as much of the overlap as still fits. */
function fitRun(
  text: string,
  pieces: readonly Piece[],
  overlap: Overlap,
  { maxTokens }: TierLimits,
  counter: TokenCounter,
): Omit<PieceRun, 'startRule'> {
  let count = pieces.length;
  const first = pieces[0]!;
  const isOversized = pieces.some((piece) => piece.isAtomic && piece.tokenCount > maxTokens);
  let end = pieces[count - 1]!.end;
  let ownCount = counter.count(text, first.start, end);
  while (ownCount > maxTokens && count > 1 && !isOversized) {
    count--;
    end = pieces[count - 1]!.end;
    ownCount = counter.count(text, first.start, end);
  }
  const own = { pieces: pieces.slice(0, count), start: first.start, end };
  for (const [index, { start: overlapStart }] of isOversized ? [] : overlap.entries()) {
    const tokenCount = counter.count(text, overlapStart, end);
    if (tokenCount <= maxTokens)
      return { ...own, overlap: overlap.slice(index), overlapStart, tokenCount, isOversized };
  }
  return { ...own, overlap: [], overlapStart: first.start, tokenCount: ownCount, isOversized };
}

/** The last whole sentences of a run, up to a size: not across a heading, a link definition, a comment or an atomic piece. */
function trailingOverlap(
  text: string,
  pieces: readonly Piece[],
  overlapTokens: number,
  counter: TokenCounter,
): Overlap {
  const found: Piece[] = [];
  const runEnd = pieces.at(-1)!.end;
  for (let i = pieces.length - 1; i >= 0; i--) {
    const piece = pieces[i]!;
    if (piece.isAtomic || isNoSentence(piece)) break;
    const parts =
      piece.grain === 'sentence' || piece.kind === 'code'
        ? [{ ...piece, isWhole: true }]
        : [...sentences(text, piece.start, piece.end)];
    for (const { start, end, isWhole } of parts.reverse()) {
      if (!isWhole || counter.count(text, start, runEnd) > overlapTokens) return found.reverse();
      found.push({ ...piece, grain: 'sentence', start, end, tokenCount: counter.count(text, start, end) });
    }
  }
  return found.reverse();
}

function isNoSentence({ kind, grain }: Piece): boolean {
  return kind === 'heading' || kind === 'definition' || kind === 'comment' || grain === 'fragment';
}

function overlapSize(overlap: Overlap): number {
  return overlap.reduce((sum, { tokenCount }) => sum + tokenCount, 0);
}

/** Characters tried first for a token when a sentence is cut. */
const CHARACTERS_PER_TOKEN = 4;

/**
 * The piece itself when it is atomic or within the capacity; else its sentences (the lines, of code), and of a sentence
 * over the capacity the runs of words, and of such a word the runs of characters, all within it.
 */
function* refinePiece(text: string, piece: Piece, capacity: number, counter: TokenCounter): Generator<Piece> {
  if (piece.isAtomic || piece.tokenCount <= capacity) {
    yield piece;
    return;
  }
  const parts = piece.grain === 'block' ? blockParts(text, piece) : [{ ...piece, isWhole: piece.grain === 'sentence' }];
  for (const { start, end, isWhole } of parts) {
    const tokenCount = counter.count(text, start, end);
    if (tokenCount > capacity) yield* fragments(text, { ...piece, start, end }, capacity, counter);
    else yield { ...piece, grain: isWhole ? 'sentence' : 'fragment', start, end, tokenCount };
  }
}

function blockParts(text: string, { kind, start, end }: Piece) {
  return kind === 'code' ? lines(text, start, end) : sentences(text, start, end);
}

function* lines(text: string, start: number, end: number) {
  for (let at = start; at < end; ) {
    const newline = text.indexOf('\n', at);
    const lineEnd = newline === -1 || newline >= end ? end : newline + 1;
    const content = trimRange(text, at, lineEnd);
    if (content !== undefined) yield { start: at, end: content.end, isWhole: true };
    at = lineEnd;
  }
}

function* fragments(text: string, piece: Piece, capacity: number, counter: TokenCounter): Generator<Piece> {
  let start = piece.start;
  while (start < piece.end) {
    let length = capacity * CHARACTERS_PER_TOKEN;
    let end = cutBefore(text, start, Math.min(start + length, piece.end), piece.end);
    let tokenCount = counter.count(text, start, end);
    while (tokenCount > capacity && length > 1) {
      length >>= 1;
      end = cutBefore(text, start, Math.min(start + length, piece.end), piece.end);
      tokenCount = counter.count(text, start, end);
    }
    yield { ...piece, grain: 'fragment', start, end, tokenCount };
    start = end;
    while (start < piece.end && isSpace(text.charCodeAt(start))) start++;
  }
}

/** Where to cut at the latest at `end`: after a word if there is one, and never inside a character. */
function cutBefore(text: string, start: number, end: number, limit: number): number {
  if (end === limit) return limit;
  let at = end;
  while (at > start && !isSpace(text.charCodeAt(at))) at--;
  while (at > start && isSpace(text.charCodeAt(at - 1))) at--;
  if (at > start) return at;
  if (!isInsideSurrogatePair(text, end)) return end;
  return end - 1 > start ? end - 1 : end + 1;
}
