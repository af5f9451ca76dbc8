/** A passage with what one ranking gives it; higher is better. */
export interface RankedPassage {
  readonly key: number;
  readonly score: number;
}

/** Reciprocal rank fusion's constant (Cormack, Clarke and Büttcher, 2009). */
const RRF_K = 60;

/**
 * One ranking from several by reciprocal rank fusion: the sum of 1 / (60 + place). Equals are ordered by key.
 *
 * @param rankings each with the best first
 */
export function fuseRankings(rankings: readonly (readonly RankedPassage[])[]): RankedPassage[] {
  const scores = new Map<number, number>();
  for (const ranking of rankings) {
    for (const [at, { key }] of ranking.entries()) scores.set(key, (scores.get(key) ?? 0) + 1 / (RRF_K + at + 1));
  }
  const fused = Array.from(scores, ([key, score]) => ({ key, score }));
  return fused.sort((a, b) => b.score - a.score || a.key - b.key);
}
