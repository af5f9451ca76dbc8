import { Random } from '@topicmill/generate-topics';

/** How much better one of two is over the same questions. */
export interface PairedDifference {
  /** Mean of what the first has more than the second. */
  readonly mean: number;
  /** 95 % of the means lie between them when the questions are drawn anew; see `pairedDifference`. */
  readonly low: number;
  readonly high: number;
  /** Twice the share of those means on the other side of 0, no more than 1: how easily chance alone makes the difference. */
  readonly p: number;
}

const RESAMPLES = 10_000;
const TAIL_SHARE = 0.025;
const SEED = 1;

/**
 * Paired bootstrap by percentiles (Efron and Tibshirani, "An Introduction to the Bootstrap", 1993, chapter 13): as many
 * questions as there are, each drawn from all of them, 10,000 times with one seed.
 *
 * @param ours a value for each question
 * @param theirs those of the other for the same questions
 */
export function pairedDifference(ours: readonly number[], theirs: readonly number[]): PairedDifference {
  const differences = ours.map((value, i) => value - theirs[i]!);
  const random = new Random(SEED);
  const means = Float64Array.from({ length: RESAMPLES }, () => meanOfDrawn(differences, random)).sort();
  const atMost = means.filter((mean) => mean <= 0).length;
  const atLeast = means.filter((mean) => mean >= 0).length;
  return {
    mean: differences.reduce((sum, value) => sum + value, 0) / differences.length,
    low: means[Math.floor(RESAMPLES * TAIL_SHARE)]!,
    high: means[Math.ceil(RESAMPLES * (1 - TAIL_SHARE)) - 1]!,
    p: Math.min(1, (2 * Math.min(atMost, atLeast)) / RESAMPLES),
  };
}

function meanOfDrawn(values: readonly number[], random: Random): number {
  let sum = 0;
  for (let count = 0; count < values.length; count++) sum += random.pick(values);
  return sum / values.length;
}
