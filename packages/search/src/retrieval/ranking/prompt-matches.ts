import { setBitCount } from '@topicmill/text/vectors';
import { simHash64 } from '@topicmill/topics/similarity';

/**
 * Bits, of 64, in which a query may differ from a question and still count as the same: the most at which hardly any
 * question was taken for another one, see decisions/0012-measurements-that-are-done.md.
 */
export const DEFAULT_PROMPT_DISTANCE = 10;

/** A text's distance to the nearest of some prompt hashes, or `undefined` when none is within `maxDistance` bits. */
export function promptMatcher(query: string, maxDistance: number): (hashes: BigUint64Array) => number | undefined {
  const asked = hashHalves(BigUint64Array.of(simHash64(query)));
  return (hashes) => {
    const halves = hashHalves(hashes);
    let nearest = maxDistance + 1;
    for (let at = 0; at < halves.length; at += 2) {
      const distance = setBitCount(halves[at]! ^ asked[0]!) + setBitCount(halves[at + 1]! ^ asked[1]!);
      if (distance < nearest) nearest = distance;
    }
    return nearest > maxDistance ? undefined : nearest;
  };
}

/** Hashes by halves, in the order of the machine: a query is compared with every question, and integers of 64 bits are slow. */
function hashHalves(hashes: BigUint64Array): Uint32Array {
  return new Uint32Array(hashes.buffer, hashes.byteOffset, 2 * hashes.length);
}
