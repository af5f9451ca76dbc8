import type { ChunkingExplanation } from './explanation.js';

/** How far two ways to split one document agree. */
export interface SharedStarts {
  /** Chunks that begin at the same character in both, white space aside. */
  readonly sharedCount: number;
  /** Chunks of each; of `two-tier`, snippets. */
  readonly counts: readonly [number, number];
}

/** Counts the places at which both begin a chunk. */
export function sharedStarts(text: string, one: ChunkingExplanation, other: ChunkingExplanation): SharedStarts {
  const starts = startsOf(text, one);
  const otherStarts = startsOf(text, other);
  const sharedCount = [...starts].filter((start) => otherStarts.has(start)).length;
  return { sharedCount, counts: [starts.size, otherStarts.size] };
}

function startsOf(text: string, { chunks }: ChunkingExplanation): Set<number> {
  const written = /\S/g;
  return new Set(
    chunks
      .filter(({ tier }) => tier !== 'section')
      .map(({ startOffset }) => {
        written.lastIndex = startOffset;
        return written.exec(text)?.index ?? startOffset;
      }),
  );
}
