import { fusedShares } from './reciprocal-rank-fusion.js';

/** How the judgements of words and vectors on topics become one. */
export type Fusion = 'mix' | 'rrf';

/** What vectors count against words in the mix. */
const VECTOR_WEIGHT = 0.3;

/**
 * One score a topic from two. `mix`: words as a share of the best, plus vectors stretched to 0–1 with a smaller weight.
 * `rrf`: reciprocal rank fusion. Both are at most a little above 1.
 */
export function fuseScores(
  words: readonly number[],
  vectors: readonly (number | undefined)[],
  fusion: Fusion,
): number[] {
  if (fusion === 'rrf') {
    return fusedShares(
      words,
      vectors.map((score) => score ?? Number.NEGATIVE_INFINITY),
    );
  }
  const stretched = stretch(vectors);
  return shareOfBest(words).map((share, at) => share + VECTOR_WEIGHT * stretched[at]!);
}

/** Scores divided by the largest; all 0 when none is above 0. */
export function shareOfBest(scores: readonly number[]): number[] {
  const best = bestOf(scores);
  return scores.map((score) => (best === 0 ? 0 : score / best));
}

/** The largest of some scores, at least 0. */
export function bestOf(scores: readonly number[]): number {
  return scores.reduce((largest, score) => Math.max(largest, score), 0);
}

/** Scores stretched so that the least is 0 and the largest 1; all 0 when they are equal, and for those that are unknown. */
export function stretch(scores: readonly (number | undefined)[]): number[] {
  let least = Number.POSITIVE_INFINITY;
  let largest = Number.NEGATIVE_INFINITY;
  for (const score of scores) {
    if (score === undefined) continue;
    least = Math.min(least, score);
    largest = Math.max(largest, score);
  }
  const range = largest - least;
  return scores.map((score) => (score !== undefined && range > 0 ? (score - least) / range : 0));
}
