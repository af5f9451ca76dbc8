/** So many segments of about one size are merged; each merge makes the sizes so many times larger. */
const FACTOR = 4;
/** Segments from this size on are not merged with others: no merge has more than a few times as many in memory. In chunks. */
const MAX_MERGED = 4096;
/** A segment of which more is deleted is written anew. */
const MAX_DELETED = 0.5;

/** What decides which segments are merged. */
export interface SegmentSize {
  /** Only segments of one edition are merged. */
  readonly edition: string;
  /** Of the pages that are current. */
  readonly chunkCount: number;
  /** Pages that are not. */
  readonly deletedShare: number;
}

/**
 * The segments to be merged, by position: as in log-structured merge trees (O'Neil et al., 1996), those of about one size
 * when they are so many, so that a page is written anew about as often as the size of the index has digits.
 */
export function mergeGroups(segments: readonly SegmentSize[]): number[][] {
  const levels = new Map<string, number[]>();
  for (const [at, { edition, chunkCount }] of segments.entries()) {
    if (chunkCount >= MAX_MERGED) continue;
    const level = `${Math.floor(Math.log(Math.max(1, chunkCount)) / Math.log(FACTOR))} ${edition}`;
    levels.set(level, [...(levels.get(level) ?? []), at]);
  }
  const full = [...levels.values()].filter((level) => level.length >= FACTOR);
  const merged = new Set(full.flat());
  const sparse = [...segments.keys()].filter((at) => !merged.has(at) && segments[at]!.deletedShare > MAX_DELETED);
  return [...full, ...sparse.map((at) => [at])];
}
