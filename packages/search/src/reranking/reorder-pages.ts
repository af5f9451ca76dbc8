/** What belongs to a page. */
interface OfPage {
  /** Id of the page's topic. */
  readonly topic: string;
}

/** Ids of the first pages among results, in the order of their best ones. */
export function firstPages(results: readonly OfPage[], count: number): string[] {
  return [...new Set(results.map(({ topic }) => topic))].slice(0, count);
}

/**
 * Puts pages in another order and keeps how results take turns: where the search had one of its first page, there is one of the
 * page that is first now, as long as it has any. Results of a page stay in their order; the same order of pages changes nothing.
 *
 * @param pages ids, the likeliest first; pages that are not among them follow in the order that they have
 * @returns all results
 */
export function reorderPages<Result extends OfPage>(results: readonly Result[], pages: readonly string[]): Result[] {
  const before = firstPages(results, results.length);
  const known = new Set(before);
  const now = [...new Set([...pages.filter((page) => known.has(page)), ...before])];
  const waiting = new Map(now.map((page) => [page, results.filter(({ topic }) => topic === page)]));
  const places = new Map(before.map((page, at) => [page, at]));
  const taken = results.flatMap(({ topic }) => waiting.get(now[places.get(topic)!]!)!.splice(0, 1));
  return [...taken, ...now.flatMap((page) => waiting.get(page)!)];
}
