import { bytePairRanks, byteString } from './byte-pair-ranks.js';
import { characterStarts } from './character-starts.js';
import { mergeTokens } from './merge-tokens.js';
import { PieceCounts } from './piece-counts.js';
import type { PreTokenEnd } from './pre-token.js';
import type { LocatedTokens, TokenLocator } from './token-counter.js';

/**
 * A counter that gives tiktoken's counts exactly. Words repeat, so it keeps the counts of short pre-tokens; only those
 * in which a token is looked for are taken apart again.
 *
 * @param tokens the encoding's tokens by rank: their text, or their bytes
 */
export function bytePairCounter(
  name: string,
  tokens: readonly (string | readonly number[])[],
  preTokenEnd: PreTokenEnd,
): TokenLocator {
  const ranks = bytePairRanks(tokens);
  const known = new PieceCounts();

  function countPiece(text: string, start: number, end: number): number {
    const found = known.find(text, start, end);
    if (found > 0) return found;
    const { tokenCount } = mergeTokens(byteString(text.slice(start, end)), ranks);
    known.add(text, start, end, tokenCount);
    return tokenCount;
  }

  return {
    name,
    count(text, start = 0, end = text.length) {
      let total = 0;
      for (let at = start; at < end; ) {
        const pieceEnd = preTokenEnd(text, at, start, end);
        total += countPiece(text, at, pieceEnd);
        at = pieceEnd;
      }
      return total;
    },
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
