import { isInsidePair } from '@topicmill/text/scripts';
import type { TokenCounter } from '@topicmill/text/tokens';
import type { Piece } from './piece.js';
import { isSpace, sentences, trimRange } from './sentences.js';

/** Characters tried first for a token when a sentence is cut. */
const CHARACTERS_PER_TOKEN = 4;

/**
 * The piece itself when it is atomic or within the capacity; else its sentences (the lines, of code), and of a sentence
 * over the capacity the runs of words, and of such a word the runs of characters, all within it.
 */
export function* refinePiece(text: string, piece: Piece, capacity: number, counter: TokenCounter): Generator<Piece> {
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
  if (!isInsidePair(text, end)) return end;
  return end - 1 > start ? end - 1 : end + 1;
}
