/** The constant of reciprocal rank fusion (Cormack, Clarke and Büttcher, 2009). */
const RRF_K = 60;

/** Something found, by its key, with what one ranking gives it; higher is better. */
export interface RankedKey {
  readonly key: number;
  readonly score: number;
}

/**
 * One ranking from several by reciprocal rank fusion: the sum of 1 / (60 + place). What a ranking leaves out gets nothing
 * from it; equals are ordered by key.
 *
 * @param rankings each with the best first
 */
export function fuseRankings(rankings: readonly (readonly RankedKey[])[]): RankedKey[] {
  const scores = new Map<number, number>();
  for (const ranking of rankings) {
    for (const [at, { key }] of ranking.entries()) scores.set(key, (scores.get(key) ?? 0) + 1 / (RRF_K + at + 1));
  }
  const fused = Array.from(scores, ([key, score]) => ({ key, score }));
  return fused.sort((a, b) => b.score - a.score || a.key - b.key);
}

/**
 * The same of two lists of scores of the same things, as a share of the most that can be had: the mean of 61 / (60 +
 * place), so that it can be set against other scores. Equals keep their order.
 */
export function fusedShares(first: readonly number[], second: readonly number[]): number[] {
  const [places, otherPlaces] = [placesOf(first), placesOf(second)];
  return first.map((_, at) => (shareOf(places[at]!) + shareOf(otherPlaces[at]!)) / 2);
}

function shareOf(place: number): number {
  return (RRF_K + 1) / (RRF_K + place);
}

/** 1 for the best. */
function placesOf(scores: readonly number[]): number[] {
  const order = [...scores.keys()].sort((a, b) => scores[b]! - scores[a]! || a - b);
  const places = new Array<number>(scores.length);
  for (const [at, index] of order.entries()) places[index] = at + 1;
  return places;
}
