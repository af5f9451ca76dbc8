import { median } from '../statistics.js';

/** One of several ways to work through the same texts. */
export interface Candidate {
  readonly name: string;
  /** Works on one text; returns a number that depends on the work, so that none of it can be left out. */
  run(text: string): number | Promise<number>;
}

/** Megabytes (10⁶ bytes of UTF-8) for each second of CPU time of this process, all its threads together. */
export interface Rate {
  readonly name: string;
  /** With code that is not compiled yet, and caches that are empty. */
  readonly firstMegabytesPerSecond: number;
  /** Median of the rounds after the first. */
  readonly megabytesPerSecond: number;
  /** Those rounds, in turn. */
  readonly roundRates: readonly number[];
}

/**
 * Measures candidates side by side: in each round each of them works through all texts once, so that what disturbs the
 * machine disturbs all alike. CPU time, not wall time, because a machine may be shared; read the ratios.
 *
 * @param roundCount rounds after the first one, which only warms up
 */
export async function compareRates(
  candidates: readonly Candidate[],
  texts: readonly string[],
  roundCount: number,
): Promise<Rate[]> {
  const byteCount = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  const speeds = candidates.map((): number[] => []);
  for (let round = 0; round <= roundCount; round++) {
    for (const [index, candidate] of candidates.entries()) {
      speeds[index]!.push(byteCount / (await microsecondsOf(candidate, texts)));
    }
  }
  return candidates.map(({ name }, index) => {
    const [firstMegabytesPerSecond, ...roundRates] = speeds[index]!;
    return {
      name,
      firstMegabytesPerSecond: firstMegabytesPerSecond!,
      megabytesPerSecond: median(roundRates),
      roundRates,
    };
  });
}

/** How many times as fast as the other: the median over the rounds, each of which both went through. */
export function pairedRatio(rate: Rate, other: Rate): number {
  return median(rate.roundRates.map((speed, round) => speed / other.roundRates[round]!));
}

async function microsecondsOf(candidate: Candidate, texts: readonly string[]): Promise<number> {
  const before = process.cpuUsage();
  let total = 0;
  for (const text of texts) {
    const result = candidate.run(text);
    total += typeof result === 'number' ? result : await result;
  }
  const { user, system } = process.cpuUsage(before);
  if (!Number.isFinite(total)) throw new TypeError(`"${candidate.name}" returned no number.`);
  return user + system;
}
