/** The least CPU time that is compared with that of twice as many entries. */
const MIN_MS = 20;
const FIRST_COUNT = 5000;
const MAX_COUNT = 80_000;
const ROUNDS = 3;
/** Code that has just been loaded takes several times as long: the number of entries is chosen with warm code. */
const WARM_UPS = 2;
/** How often a ratio that is too large is measured again: what grows too fast does so each time. */
const MAX_REPEATS = 3;
/** How many times as long twice as many entries may take. */
export const MAX_GROWTH = 2.5;

/** Makes what some number of entries are read from, outside of the time that is measured, and gives the work. */
export type MakeWork = (count: number) => () => unknown;

/**
 * CPU time for twice as many entries over that for the entries. Their number is doubled until the work takes 20 ms; then the
 * least times of three rounds are compared, and again where the ratio is over `MAX_GROWTH`, since a collection of garbage
 * may fall into one, and other processes take the processor's caches.
 */
export function timeGrowth(make: MakeWork): number {
  for (let warmUp = 0; warmUp < WARM_UPS; warmUp++) leastMs(make(FIRST_COUNT));
  let count = FIRST_COUNT;
  while (count < MAX_COUNT && leastMs(make(count)) < MIN_MS) count *= 2;
  let growth = growthAt(count, make);
  for (let again = 0; again < MAX_REPEATS && growth > MAX_GROWTH; again++)
    growth = Math.min(growth, growthAt(count, make));
  return growth;
}

function growthAt(count: number, make: MakeWork): number {
  return leastMs(make(2 * count)) / leastMs(make(count));
}

function leastMs(work: () => unknown): number {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}
