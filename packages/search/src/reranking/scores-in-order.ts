import { firstPages } from './reorder-pages.js';

/** A result of a page. */
interface ScoredResult {
  /** Id of the page's topic. */
  readonly topic: string;
  readonly score: number;
}

/**
 * The reordered results with scores that fit their order, for what is chosen by scores: the best result of a page gets the score
 * that the best one of the page before had in this place, and its others the same share of it as before.
 *
 * @param before the results as a search returned them, the best first
 * @param after the same, reordered by `reorderPages`
 */
export function scoresInOrder<Result extends ScoredResult>(
  before: readonly Result[],
  after: readonly Result[],
): Result[] {
  const bestOf = new Map([...before].reverse().map(({ topic, score }) => [topic, score]));
  const bests = firstPages(before, before.length).map((page) => bestOf.get(page)!);
  const factors = new Map(firstPages(after, after.length).map((page, at) => [page, bests[at]! / bestOf.get(page)!]));
  return after.map((result) => ({ ...result, score: result.score * factors.get(result.topic)! }));
}
