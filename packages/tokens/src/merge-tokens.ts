import type { BytePairRanks } from './byte-pair-ranks.js';
import { MinHeap } from './min-heap.js';

/** Positions per rank in a heap key: above the length of any string. */
const POSITIONS = 2 ** 32;
const NO_RANK = -1;

/** The tokens of one pre-token. */
export interface MergedTokens {
  readonly tokenCount: number;
  /** By the byte at which a token starts, the byte behind it; bytes inside a token hold what was there before. */
  readonly ends: Int32Array;
}

/**
 * Byte pair encoding of one pre-token: the neighbours whose union has the lowest rank are joined, the leftmost first,
 * until no union has a rank. Takes n log n steps for n bytes, where the usual search for the lowest rank takes n².
 *
 * @param bytes one character a byte, at least one
 */
export function mergeTokens(bytes: string, { ranks, maxLength }: BytePairRanks): MergedTokens {
  const length = bytes.length;
  const ends = new Int32Array(length);
  if (ranks.has(bytes)) {
    ends[0] = length;
    return { tokenCount: 1, ends };
  }
  const previous = new Int32Array(length + 1);
  const unionRanks = new Int32Array(length);
  const heap = new MinHeap();

  function updateUnion(at: number): void {
    const next = ends[at]!;
    const end = next < length ? ends[next]! : length + maxLength;
    const rank = next < length && end - at <= maxLength ? (ranks.get(bytes.slice(at, end)) ?? NO_RANK) : NO_RANK;
    unionRanks[at] = rank;
    if (rank !== NO_RANK) heap.push(rank * POSITIONS + at);
  }

  for (let at = 0; at < length; at++) {
    ends[at] = at + 1;
    previous[at] = at - 1;
  }
  for (let at = 0; at < length; at++) updateUnion(at);
  let tokenCount = length;
  for (let key = heap.pop(); key !== undefined; key = heap.pop()) {
    const rank = Math.floor(key / POSITIONS);
    const at = key - rank * POSITIONS;
    if (unionRanks[at] !== rank) continue;
    const joined = ends[at]!;
    ends[at] = ends[joined]!;
    previous[ends[at]!] = at;
    unionRanks[joined] = NO_RANK;
    tokenCount--;
    updateUnion(at);
    if (previous[at]! >= 0) updateUnion(previous[at]!);
  }
  return { tokenCount, ends };
}
