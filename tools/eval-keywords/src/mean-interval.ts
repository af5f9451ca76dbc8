import { Random } from '@topicmill/generate-topics';

const DRAWS = 10_000;
const SEED = 1;
const TAIL = 0.025;

/** A mean with the interval that holds it in 95 of 100 cases. */
export interface MeanInterval {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

/**
 * The mean of some values and its 95 % interval by the percentile bootstrap (Efron 1979): ten thousand samples of the
 * values, drawn with replacement from a fixed seed.
 */
export function meanInterval(values: readonly number[]): MeanInterval {
  const random = new Random(SEED);
  const means = Float64Array.from({ length: DRAWS }, () => mean(values.map(() => random.pick(values)))).sort();
  const last = DRAWS - 1;
  return { mean: mean(values), low: means[Math.round(TAIL * last)]!, high: means[Math.round((1 - TAIL) * last)]! };
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
