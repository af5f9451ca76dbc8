import { bytePairRanks, byteString } from './byte-pair-ranks.js';
import { characterStarts } from './character-starts.js';
import { mergeTokens } from './merge-tokens.js';
import { PieceCounts } from './piece-counts.js';
import type { PreTokenEnd } from './pre-token.js';
import { MAX_SHORT_LENGTH, ShortPieceCounts } from './short-piece-counts.js';
import type { LocatedTokens, TokenLocator } from './token-counter.js';

const LETTERS = 26;
const LOWER_A = 97;
const CASE_BIT = 32;
const APOSTROPHE = 39;
const ASCII_END = 128;

/** 1 for the ASCII characters that a word may take with it when they stand before it. */
const MAY_PRECEDE = Uint8Array.from({ length: ASCII_END }, (_, code) =>
  code !== 0 && code !== 10 && code !== 13 && code !== APOSTROPHE && !/[A-Za-z0-9]/.test(String.fromCharCode(code))
    ? 1
    : 0,
);

/** How an encoding cuts a text before it looks for tokens. */
export interface PreTokens {
  readonly end: PreTokenEnd;
  /** Whether a capital inside a word begins another piece. */
  readonly splitsAtCapitals: boolean;
}

/**
 * A counter that gives tiktoken's counts exactly. Words repeat, so it keeps the counts of short pre-tokens; only those
 * in which a token is looked for are taken apart again.
 *
 * @param tokens the encoding's tokens by rank: their text, or their bytes
 */
export function bytePairCounter(
  name: string,
  tokens: readonly (string | readonly number[])[],
  { end: preTokenEnd, splitsAtCapitals }: PreTokens,
): TokenLocator {
  const ranks = bytePairRanks(tokens);
  const known = new PieceCounts();
  const knownShort = new ShortPieceCounts();
  const innerCase = splitsAtCapitals ? 0 : CASE_BIT;

  function countPiece(text: string, start: number, end: number): number {
    if (end - start <= MAX_SHORT_LENGTH) {
      let first = 0;
      let second = 0;
      let third = 0;
      let at = start;
      for (; at < end; at++) {
        const code = text.charCodeAt(at);
        if (code >= ASCII_END || code === 0) break;
        if (at < start + 4) first = (first << 8) | code;
        else if (at < start + 8) second = (second << 8) | code;
        else third = (third << 8) | code;
      }
      if (at === end) return knownShort.find(first, second, third) || addShort(text, start, end, first, second, third);
    }
    const found = known.find(text, start, end);
    if (found > 0) return found;
    const { tokenCount } = mergeTokens(byteString(text.slice(start, end)), ranks);
    known.add(text, start, end, tokenCount);
    return tokenCount;
  }

  function addShort(text: string, start: number, end: number, first: number, second: number, third: number): number {
    const { tokenCount } = mergeTokens(text.slice(start, end), ranks);
    knownShort.add(first, second, third, tokenCount);
    return tokenCount;
  }

  function count(text: string, start: number, end: number): number {
    let total = 0;
    for (let at = start; at < end; ) {
      // The commonest piece by far, a word of ASCII letters and what stands before it, is read and packed in one go.
      const opening = text.charCodeAt(at);
      let letter = at;
      if (opening < ASCII_END && MAY_PRECEDE[opening] === 1) letter++;
      let code = letter < end ? text.charCodeAt(letter) : 0;
      if (((code | CASE_BIT) - LOWER_A) >>> 0 < LETTERS) {
        let first = letter > at ? (opening << 8) | code : code;
        let second = 0;
        let third = 0;
        let next = letter + 1;
        code = next < end ? text.charCodeAt(next) : 0;
        const firstEnd = at + 4;
        while (((code | innerCase) - LOWER_A) >>> 0 < LETTERS && next < firstEnd) {
          first = (first << 8) | code;
          code = ++next < end ? text.charCodeAt(next) : 0;
        }
        const secondEnd = at + 8;
        while (((code | innerCase) - LOWER_A) >>> 0 < LETTERS && next < secondEnd) {
          second = (second << 8) | code;
          code = ++next < end ? text.charCodeAt(next) : 0;
        }
        const thirdEnd = at + MAX_SHORT_LENGTH;
        while (((code | innerCase) - LOWER_A) >>> 0 < LETTERS && next < thirdEnd) {
          third = (third << 8) | code;
          code = ++next < end ? text.charCodeAt(next) : 0;
        }
        if (code < ASCII_END && code !== APOSTROPHE && ((code | CASE_BIT) - LOWER_A) >>> 0 >= LETTERS) {
          total += knownShort.find(first, second, third) || addShort(text, at, next, first, second, third);
          at = next;
          continue;
        }
      }
      const pieceEnd = preTokenEnd(text, at, start, end);
      total += countPiece(text, at, pieceEnd);
      at = pieceEnd;
    }
    return total;
  }

  return {
    name,
    count: (text, start = 0, end = text.length) => count(text, start, end),
    locate(text, indexes, start = 0, end = text.length): LocatedTokens {
      const wanted = indexes[Symbol.iterator]();
      const offsets: number[] = [];
      let next = wanted.next();
      let tokenCount = 0;
      for (let at = start; at < end; ) {
        const pieceEnd = preTokenEnd(text, at, start, end);
        const countBehind = tokenCount + countPiece(text, at, pieceEnd);
        if (!next.done && next.value === tokenCount) {
          offsets.push(at);
          next = wanted.next();
        }
        if (!next.done && next.value < countBehind) {
          const starts = characterStarts(text.slice(at, pieceEnd), ranks);
          for (; !next.done && next.value < countBehind; next = wanted.next()) {
            offsets.push(at + starts[next.value - tokenCount]!);
          }
        }
        tokenCount = countBehind;
        at = pieceEnd;
      }
      return { tokenCount, offsets };
    },
  };
}
