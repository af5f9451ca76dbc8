/** The least CPU time that is compared with that of twice the size. */
const MIN_MS = 20;
/** How often a ratio that is too large is measured again: what grows too fast does so each time. */
const MAX_REPEATS = 9;
/** How many of these take twice the size, where `growsAgain`. */
const MAX_DOUBLINGS = 3;
/** How many times as long twice the size may take. */
export const MAX_GROWTH = 2.5;

/** Makes what is read of some size, outside of the time that is measured, and gives the work. */
export type MakeWork = (size: number) => () => unknown;

/** How growth is measured. */
export interface GrowthOptions {
  readonly firstSize: number;
  /** Sizes that are compared are not chosen larger; twice as much is measured, and more where `growsAgain`. */
  readonly maxSize: number;
  /** Of several times the least is taken. */
  readonly rounds: number;
  /** How often the first size is read before: code that has just been loaded takes several times as long. */
  readonly warmUps: number;
  /** Whether twice the size is taken where a ratio is measured again. */
  readonly growsAgain: boolean;
}

/** Entries of files, such as those of a description of a site. */
const ENTRIES: GrowthOptions = { firstSize: 5000, maxSize: 80_000, rounds: 3, warmUps: 6, growsAgain: false };

/**
 * Texts, in UTF-16 units. A collection of garbage may fall into a short one, and where the pieces of a text grow with it,
 * time rises faster until they are longer than what is cached or looked at at once.
 */
export const TEXTS: GrowthOptions = { firstSize: 1 << 14, maxSize: 1 << 20, rounds: 2, warmUps: 0, growsAgain: true };

/**
 * CPU time for twice a size over that for the size. It is doubled until the work takes 20 ms or has the largest size; then the
 * least times of some rounds are compared, and again where the ratio is over `MAX_GROWTH`, since a collection of garbage
 * may fall into one, and other processes take the processor's caches. What the work throws is thrown.
 */
export function timeGrowth(make: MakeWork, options: GrowthOptions = ENTRIES): number {
  const { firstSize, maxSize, rounds, warmUps, growsAgain } = options;
  const warmUp = make(firstSize);
  for (let run = 0; run < warmUps; run++) warmUp();
  let size = firstSize;
  while (size < maxSize && leastMs([make(size)], rounds)[0]! < MIN_MS) size *= 2;
  let growth = growthAt(size, make, rounds);
  for (let again = 0; again < MAX_REPEATS && growth > MAX_GROWTH; again++) {
    const doubles = growsAgain && again < MAX_DOUBLINGS;
    if (doubles) size *= 2;
    const measured = growthAt(size, make, rounds);
    growth = doubles ? measured : Math.min(growth, measured);
  }
  return growth;
}

function growthAt(size: number, make: MakeWork, rounds: number): number {
  const [single, double] = leastMs([make(size), make(2 * size)], rounds);
  return double! / single!;
}

/** The least times of works that take turns, so that what slows the machine down slows down all of them. */
function leastMs(works: readonly (() => unknown)[], rounds: number): number[] {
  const least = works.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < rounds; round++) {
    for (const [at, work] of works.entries()) least[at] = Math.min(least[at]!, cpuMs(work));
  }
  return least;
}

/** Milliseconds of CPU that some work takes. */
export function cpuMs(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
