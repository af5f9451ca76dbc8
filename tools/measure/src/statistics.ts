import { Random } from '@topicmill/test-support/generate';

const DRAWS = 10_000;
const TAIL = 0.025;
const SEED = 1;

/** The mean; 0 of nothing. */
export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The middle value, or the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** A mean, and how far chance moves it. */
export interface MeanInterval {
  readonly mean: number;
  /** 95 % of the means are between the two when as many values are drawn from all of them, with replacement. */
  readonly low: number;
  readonly high: number;
  /** Twice the share of those means on the other side of 0, at most 1: how easily chance alone makes the mean. */
  readonly p: number;
}

/**
 * The mean of values and its interval by the percentile bootstrap (Efron and Tibshirani, "An Introduction to the
 * Bootstrap", 1993, chapter 13): 10,000 draws with one seed. Of two that answered the same questions, hand it their
 * differences.
 */
export function meanInterval(values: readonly number[]): MeanInterval {
  const random = new Random(SEED);
  const means = Float64Array.from({ length: DRAWS }, () => meanOfDrawn(values, random)).sort();
  const atMost = means.filter((each) => each <= 0).length;
  const atLeast = means.filter((each) => each >= 0).length;
  return {
    mean: mean(values),
    low: means[Math.floor(DRAWS * TAIL)]!,
    high: means[Math.ceil(DRAWS * (1 - TAIL)) - 1]!,
    p: Math.min(1, (2 * Math.min(atMost, atLeast)) / DRAWS),
  };
}

function meanOfDrawn(values: readonly number[], random: Random): number {
  let sum = 0;
  for (let count = 0; count < values.length; count++) sum += random.pick(values);
  return sum / values.length;
}

/**
 * x where a value grows as n^x: the slope of the least-squares line through the logarithms.
 *
 * @param points n and its value; those without a value above 0 are left out
 * @returns `undefined` with fewer than two points
 */
export function growthExponent(
  points: readonly (readonly [n: number, value: number | undefined])[],
): number | undefined {
  const logs = points.flatMap(([n, value]) =>
    value !== undefined && value > 0 ? [[Math.log(n), Math.log(value)] as const] : [],
  );
  if (logs.length < 2) return undefined;
  const [meanX, meanY] = [mean(logs.map(([x]) => x)), mean(logs.map(([, y]) => y))];
  return mean(logs.map(([x, y]) => (x - meanX) * (y - meanY))) / mean(logs.map(([x]) => (x - meanX) ** 2));
}

/** How well searches found what they were to find. */
export interface RankMeasure {
  /** Share of searches whose first result is right. */
  readonly hitAt1: number;
  /** Share with a right one among the first three. */
  readonly hitAt3: number;
  /** Mean of 1 / rank of the first right result, 0 where there is none. */
  readonly meanReciprocalRank: number;
}

/** @param ranks of the first right result of each search, from 1; 0 where there is none */
export function rankMeasure(ranks: readonly number[]): RankMeasure {
  return {
    hitAt1: mean(ranks.map((rank) => (rank === 1 ? 1 : 0))),
    hitAt3: mean(ranks.map((rank) => (rank >= 1 && rank <= 3 ? 1 : 0))),
    meanReciprocalRank: mean(ranks.map((rank) => (rank === 0 ? 0 : 1 / rank))),
  };
}
