import type { TermMatch } from './query-terms.js';

/** A hit with the places that made it one, as offsets into its artifact. */
export interface PlacedHit {
  readonly artifactKey: number;
  readonly startChar: number;
  readonly endChar: number;
  /** Relative to `startChar`. */
  readonly matches: readonly TermMatch[];
}

/**
 * Whether all that a hit says of the query has been said by a better hit: every match is in text that the two chunks
 * share. A hit without any word of the query is found by its meaning as a whole and repeats nothing.
 */
export function isRepeated(hit: PlacedHit, better: readonly PlacedHit[]): boolean {
  if (hit.matches.length === 0) return false;
  return better.some(
    (other) =>
      other.artifactKey === hit.artifactKey &&
      hit.matches.every(
        ({ start, end }) => hit.startChar + start >= other.startChar && hit.startChar + end <= other.endChar,
      ),
  );
}
