import { hammingDistance, simHash64 } from '@topicmill/topics/similarity';

/**
 * Bits, of 64, in which a query may differ from a question and still count as the same: the most at which hardly any
 * question was taken for another one, see decisions/0012-measurements-that-are-done.md.
 */
export const DEFAULT_PROMPT_DISTANCE = 10;

/** A text's distance to the nearest of some prompt hashes, or `undefined` when none is within `maxDistance` bits. */
export function promptMatcher(query: string, maxDistance: number): (hashes: Iterable<bigint>) => number | undefined {
  const asked = simHash64(query);
  return (hashes) => {
    let nearest = maxDistance + 1;
    for (const hash of hashes) nearest = Math.min(nearest, hammingDistance(asked, hash));
    return nearest > maxDistance ? undefined : nearest;
  };
}
