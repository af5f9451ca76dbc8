import type { ChunkingExplanation, ExplainedChunk } from './explanation.js';

/** How far two ways to split one document agree. */
export interface SharedStarts {
  /** Chunks that begin at the same character in both, white space aside. */
  readonly sharedCount: number;
  /** Chunks of each; of `two-tier`, snippets. */
  readonly counts: readonly [number, number];
}

/** Counts the places at which both begin a chunk. */
export function sharedStarts(text: string, one: ChunkingExplanation, other: ChunkingExplanation): SharedStarts {
  const [starts, otherStarts] = [one, other].map(
    (explanation) => new Set(writtenStarts(text, explanation).map(({ start }) => start)),
  ) as [Set<number>, Set<number>];
  const sharedCount = [...starts].filter((start) => otherStarts.has(start)).length;
  return { sharedCount, counts: [starts.size, otherStarts.size] };
}

/** The chunks, of `two-tier` the snippets, each with the offset of its first character that is not white space. */
export function writtenStarts(
  text: string,
  { chunks }: ChunkingExplanation,
): { readonly start: number; readonly chunk: ExplainedChunk }[] {
  const written = /\S/g;
  return chunks
    .filter(({ tier }) => tier !== 'section')
    .map((chunk) => {
      written.lastIndex = chunk.startOffset;
      return { start: written.exec(text)?.index ?? chunk.startOffset, chunk };
    });
}
