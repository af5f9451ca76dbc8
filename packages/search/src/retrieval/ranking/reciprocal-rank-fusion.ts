/** The constant of reciprocal rank fusion (Cormack, Clarke and Büttcher, 2009). */
const RRF_K = 60;

/** Something found, by its key, with what one ranking gives it; higher is better. */
export interface RankedKey {
  readonly key: number;
  readonly score: number;
}

/**
 * One ranking from several by reciprocal rank fusion: the sum of weight / (60 + place). What a ranking leaves out gets
 * nothing from it; equals are ordered by key.
 *
 * @param rankings each with the best first
 * @param weights how much each ranking counts, in their order; 1 where none is given
 */
export function fuseRankings(
  rankings: readonly (readonly RankedKey[])[],
  weights: readonly number[] = [],
): RankedKey[] {
  const scores = new Map<number, number>();
  for (const [index, ranking] of rankings.entries()) {
    const weight = weights[index] ?? 1;
    for (const [at, { key }] of ranking.entries()) scores.set(key, (scores.get(key) ?? 0) + weight / (RRF_K + at + 1));
  }
  const fused = Array.from(scores, ([key, score]) => ({ key, score }));
  return fused.sort((a, b) => b.score - a.score || a.key - b.key);
}
