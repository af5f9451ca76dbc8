/** How the judgements of words and vectors on topics become one. */
export type Fusion = 'mix' | 'rrf';

/** What vectors count against words in the mix. */
const VECTOR_WEIGHT = 0.2;
/** Reciprocal rank fusion's constant (Cormack, Clarke and Büttcher, 2009). */
const RRF_K = 60;

/**
 * One score a topic from two. `mix`: words as a share of the best, plus vectors stretched to 0–1 with a smaller weight.
 * `rrf`: by the places in both orders, (k + 1) / (k + place), half each. Both are at most a little above 1.
 */
export function fuseScores(words: readonly number[], vectors: readonly number[], fusion: Fusion): number[] {
  if (fusion === 'rrf') {
    const [first, second] = [placesOf(words), placesOf(vectors)];
    return words.map((_, at) => (reciprocal(first[at]!) + reciprocal(second[at]!)) / 2);
  }
  const stretched = stretch(vectors);
  return shareOfBest(words).map((share, at) => share + VECTOR_WEIGHT * stretched[at]!);
}

/** Scores divided by the largest; all 0 when none is above 0. */
export function shareOfBest(scores: readonly number[]): number[] {
  const best = scores.reduce((largest, score) => Math.max(largest, score), 0);
  return scores.map((score) => (best === 0 ? 0 : score / best));
}

/** Scores stretched so that the least is 0 and the largest 1; all 0 when they are equal. */
export function stretch(scores: readonly number[]): number[] {
  let least = Number.POSITIVE_INFINITY;
  let largest = Number.NEGATIVE_INFINITY;
  for (const score of scores) {
    least = Math.min(least, score);
    largest = Math.max(largest, score);
  }
  return scores.map((score) => (largest > least ? (score - least) / (largest - least) : 0));
}

function reciprocal(place: number): number {
  return (RRF_K + 1) / (RRF_K + place);
}

/** 1 for the best; equals keep their order. */
function placesOf(scores: readonly number[]): number[] {
  const order = [...scores.keys()].sort((a, b) => scores[b]! - scores[a]! || a - b);
  const places = new Array<number>(scores.length);
  for (const [at, index] of order.entries()) places[index] = at + 1;
  return places;
}
