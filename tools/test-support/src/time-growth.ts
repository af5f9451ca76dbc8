/** The least CPU time that is compared with that of a larger size. */
const MIN_MS = 20;
/** A size is compared with one that is doubled so often: what grows with its square takes 64 times as long. */
const DOUBLINGS = 3;
/** Where that is too long, the size is doubled further, so often in all. */
const MOST_DOUBLINGS = 5;
/** How often a ratio that is too large is measured again: what grows too fast does so each time. */
const ROUNDS = 5;
/** How many times as long twice the size may take. */
export const MAX_GROWTH = 2.5;

/** Makes what is read of some size, outside of the time that is measured, and gives the work. */
export type MakeWork = (size: number) => () => unknown;

/** How growth is measured. */
export interface GrowthOptions {
  readonly firstSize: number;
  /** The size that is compared is not chosen larger; 32 times as much is the largest that is measured. */
  readonly maxSize: number;
  /** How often the first size is read before: code that has just been loaded takes several times as long. */
  readonly warmUps: number;
}

/** Entries of files, such as those of a description of a site. */
const ENTRIES: GrowthOptions = { firstSize: 5000, maxSize: 80_000, warmUps: 6 };

/** Texts, in UTF-16 units. */
export const TEXTS: GrowthOptions = { firstSize: 1 << 14, maxSize: 1 << 18, warmUps: 0 };

/**
 * How many times as long twice a size takes, in CPU time, by the time for eight times the size. The size is doubled until the
 * work takes 20 ms or has the largest size; a ratio over `MAX_GROWTH` is measured again, and so are those of 16 to eight and of
 * 32 to 16 times the size: a collection of garbage falls into one reading, other processes take a part of the core, and longer
 * work may leave caches or take a step that shorter work does not need, once. Work may be asynchronous; what it throws is thrown.
 */
export async function timeGrowth(make: MakeWork, options: GrowthOptions = ENTRIES): Promise<number> {
  const { firstSize, maxSize, warmUps } = options;
  const warmUp = make(firstSize);
  for (let run = 0; run < warmUps; run++) await warmUp();
  let size = firstSize;
  while (size < maxSize && (await leastCpuMs(make(size))) < MIN_MS) size *= 2;
  let growth = await growthFrom(size, make, DOUBLINGS);
  for (let doublings = DOUBLINGS; doublings < MOST_DOUBLINGS && growth > MAX_GROWTH; doublings++) {
    growth = Math.min(growth, await growthFrom(size << doublings, make, 1));
  }
  return growth;
}

async function growthFrom(size: number, make: MakeWork, doublings: number): Promise<number> {
  const [work, longer] = [make(size), make(size << doublings)];
  let [single, multiple] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  let growth = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS && growth > MAX_GROWTH; round++) {
    single = Math.min(single, await leastCpuMs(work));
    multiple = Math.min(multiple, await cpuMs(longer));
    growth = (multiple / single) ** (1 / doublings);
  }
  return growth;
}

/** The first reading may run code that is not compiled yet. */
async function leastCpuMs(work: () => unknown): Promise<number> {
  return Math.min(await cpuMs(work), await cpuMs(work));
}

/** Milliseconds of CPU that some work takes. */
export async function cpuMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
