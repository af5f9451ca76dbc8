import type { LocatedTokens, TokenLocator } from '@topicmill/text/tokens';
import type { ArtifactSizes } from './artifact-chunk.js';

/** A range of a text with the number of its tokens. Offsets are UTF-16. */
export interface TokenRange {
  readonly startChar: number;
  readonly endChar: number;
  readonly tokenCount: number;
}

/** A text's windows, and its tokens between the offsets given. */
export interface TokenWindows {
  readonly tokenCount: number;
  readonly windows: readonly TokenRange[];
}

/**
 * Windows of `targetTokens` over the text between two offsets, each with `overlapTokens` of the one before. Takes one
 * pass. Every window starts and ends after the one before it: where moving ends to characters leaves a window wholly
 * inside its neighbour, only the neighbour is made. Together they cover the range.
 */
export function tokenWindows(
  text: string,
  { targetTokens, overlapTokens }: Pick<ArtifactSizes, 'targetTokens' | 'overlapTokens'>,
  tokens: TokenLocator,
  startChar = 0,
  endChar = text.length,
): TokenWindows {
  const step = targetTokens - overlapTokens;
  const edges = recordedEdges(step, targetTokens);
  const located = tokens.locate(text, edges.indexes, startChar, endChar);
  const offsetOf = offsetsByIndex(located, edges.yielded, endChar);
  const windows: TokenRange[] = [];
  let covered = startChar;
  for (let first = 0; covered < endChar; first += step) {
    const last = Math.min(first + targetTokens, located.tokenCount);
    const range = { startChar: offsetOf(first), endChar: offsetOf(last), tokenCount: last - first };
    if (range.endChar <= covered) continue;
    if (windows.at(-1)?.startChar === range.startChar) windows.pop();
    windows.push(range);
    covered = range.endChar;
  }
  return { tokenCount: located.tokenCount, windows };
}

/** Token positions at which windows start or end, ascending, and those of them that were asked for. */
function recordedEdges(step: number, target: number): { indexes: Iterable<number>; yielded: number[] } {
  const yielded: number[] = [];
  function* edges(): Generator<number> {
    for (let start = 0, end = target; ; ) {
      const next = Math.min(start, end);
      yielded.push(next);
      yield next;
      if (start === next) start += step;
      if (end === next) end += step;
    }
  }
  return { indexes: edges(), yielded };
}

function offsetsByIndex(
  { tokenCount, offsets }: LocatedTokens,
  yielded: readonly number[],
  endChar: number,
): (index: number) => number {
  const known = new Map(offsets.map((offset, i) => [yielded[i]!, offset]));
  return (index) => (index >= tokenCount ? endChar : known.get(index)!);
}
