import type { AsciiPieces } from './ascii-pieces.js';
import { BytePairRanks, type TokenTable } from './byte-pair-ranks.js';
import { characterStarts } from './character-starts.js';
import { CountedText, type PreTokenRules } from './counted-text.js';
import { PieceCounts } from './piece-counts.js';
import type { PreTokenEnd } from './pre-token.js';
import { MAX_SHORT_LENGTH, ShortPieceCounts } from './short-piece-counts.js';
import { ShortWord } from './short-word.js';
import type { LocatedTokens, TokenLocator } from './token-counter.js';
import { TokenMerger } from './token-merger.js';

const ASCII_END = 128;

/** How an encoding cuts a text before it looks for tokens. */
export interface PreTokens {
  readonly end: PreTokenEnd;
  /** Finds the commonest of the same pre-tokens in a text that is read from its start; not all encodings have it. */
  readonly asciiPieces: AsciiPieces | undefined;
  /** Whether a capital inside a word begins another piece. */
  readonly splitsAtCapitals: boolean;
}

/**
 * A counter that gives tiktoken's counts exactly. Words repeat, so it keeps the counts of short pre-tokens; only those
 * in which a token is looked for are taken apart again.
 *
 * @param tokens the encoding's tokens
 */
export function bytePairCounter(
  name: string,
  tokens: TokenTable,
  { end: preTokenEnd, asciiPieces: pieces, splitsAtCapitals }: PreTokens,
): TokenLocator {
  const ranks = new BytePairRanks(tokens);
  const merger = new TokenMerger(ranks);
  const known = new PieceCounts();
  const knownShort = new ShortPieceCounts();
  const word = new ShortWord(splitsAtCapitals);

  function countPiece(text: string, start: number, end: number): number {
    if (end - start <= MAX_SHORT_LENGTH) {
      const first = packed(text, start, end);
      const second = packed(text, start + 4, end);
      const third = packed(text, start + 8, end);
      if (first > 0 && second >= 0 && third >= 0) {
        const tokenCount = knownShort.find(first, second, third);
        return tokenCount || knownShort.add(first, second, third, merger.merge(text, start, end));
      }
    }
    const found = known.find(text, start, end);
    if (found > 0) return found;
    const tokenCount = merger.merge(text, start, end);
    known.add(text, start, end, tokenCount);
    return tokenCount;
  }

  function count(text: string, start: number, end: number): number {
    let total = 0;
    for (let at = start; at < end; ) {
      const wordEnd = word.read(text, at, end);
      if (wordEnd > at) {
        const { first, second, third } = word;
        const tokenCount = knownShort.find(first, second, third);
        total += tokenCount || knownShort.add(first, second, third, merger.merge(text, at, wordEnd));
        at = wordEnd;
      } else {
        const pieceEnd = preTokenEnd(text, at, start, end);
        total += countPiece(text, at, pieceEnd);
        at = pieceEnd;
      }
    }
    return total;
  }

  /** By offset, one more than the tokens before it where a pre-token of the text starts and at its end; else 0. */
  function tokensBefore(text: string): Int32Array {
    const before = new Int32Array(text.length + 1);
    pieces?.open(text);
    let next = 1;
    for (let at = 0; at < text.length; ) {
      before[at] = next;
      const length = pieces === undefined ? 0 : pieces.lengthAt(at);
      if (length > 0) {
        next += pieces!.find(knownShort, at, length) || countPiece(text, at, at + length);
        at += length;
      } else {
        const pieceEnd = preTokenEnd(text, at, 0, text.length);
        next += countPiece(text, at, pieceEnd);
        at = pieceEnd;
      }
    }
    before[text.length] = next;
    return before;
  }

  const counter: TokenLocator = {
    name,
    maxTokenLength: ranks.maxLength,
    read: (text) => new CountedText(text, tokensBefore(text), { end: preTokenEnd, count: countPiece }, counter),
    count: (text, start = 0, end = text.length) => count(text, start, end),
    locate: (text, indexes, start = 0, end = text.length) =>
      locateTokens({ text, start, end }, indexes, { end: preTokenEnd, count: countPiece }, merger),
  };
  return counter;
}

interface TextRange {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

function locateTokens(
  { text, start, end }: TextRange,
  indexes: Iterable<number>,
  rules: PreTokenRules,
  merger: TokenMerger,
): LocatedTokens {
  const wanted = indexes[Symbol.iterator]();
  const offsets: number[] = [];
  let next = wanted.next();
  let tokenCount = 0;
  for (let at = start; at < end; ) {
    const pieceEnd = rules.end(text, at, start, end);
    const countAfter = tokenCount + rules.count(text, at, pieceEnd);
    if (!next.done && next.value === tokenCount) {
      offsets.push(at);
      next = wanted.next();
    }
    if (!next.done && next.value < countAfter) {
      const starts = characterStarts(text.slice(at, pieceEnd), merger);
      for (; !next.done && next.value < countAfter; next = wanted.next()) {
        offsets.push(at + starts[next.value - tokenCount]!);
      }
    }
    tokenCount = countAfter;
    at = pieceEnd;
  }
  return { tokenCount, offsets };
}

/** The next four characters as one number, the first in the highest byte; -1 where one is not ASCII, or NUL. */
function packed(text: string, start: number, end: number): number {
  let result = 0;
  let shift = 24;
  for (let at = start; at < end && shift >= 0; at++, shift -= 8) {
    const code = text.charCodeAt(at);
    if (code >= ASCII_END || code === 0) return -1;
    result |= code << shift;
  }
  return result;
}
