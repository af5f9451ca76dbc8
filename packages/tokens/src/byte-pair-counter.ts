import { bytePairRanks, byteString } from './byte-pair-ranks.js';
import { mergeCount } from './merge-count.js';
import { PieceCounts } from './piece-counts.js';
import type { PreTokenEnd } from './pre-token.js';
import type { TokenCounter } from './token-counter.js';

/**
 * A counter that gives tiktoken's counts exactly. Words repeat, so it keeps the counts of short pre-tokens.
 *
 * @param tokens the encoding's tokens by rank: their text, or their bytes
 */
export function bytePairCounter(
  name: string,
  tokens: readonly (string | readonly number[])[],
  preTokenEnd: PreTokenEnd,
): TokenCounter {
  const ranks = bytePairRanks(tokens);
  const known = new PieceCounts();

  function countPiece(text: string, start: number, end: number): number {
    const found = known.find(text, start, end);
    if (found > 0) return found;
    const count = mergeCount(byteString(text.slice(start, end)), ranks);
    known.add(text, start, end, count);
    return count;
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
  };
}
