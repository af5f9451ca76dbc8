import type { TokenCounter } from '@topicmill/tokens';

/**
 * Context recall: the tokens of the required passages that stand on the pages read, over those of all required
 * passages. A passage stands on a page as a whole, white space aside, or counts for nothing. 1 when none is required.
 */
export function contextRecall(
  required: readonly string[],
  pagesRead: readonly string[],
  counter: Pick<TokenCounter, 'count'>,
): number {
  const pages = pagesRead.map(oneLine);
  let held = 0;
  let all = 0;
  for (const passage of required) {
    const tokenCount = counter.count(passage);
    all += tokenCount;
    if (pages.some((page) => page.includes(oneLine(passage)))) held += tokenCount;
  }
  return all === 0 ? 1 : held / all;
}

/** White space collapsed, so that a passage is found wherever lines were broken. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/**
 * Pagination integrity score: hits over hits and misses, in percent; 100 when no edge was followed.
 *
 * @param hits edges that led to a page that is there, whole, and leads back
 */
export function integrityScore(hits: number, misses: number): number {
  return hits + misses === 0 ? 100 : (hits / (hits + misses)) * 100;
}

/**
 * How much longer pages take than the whole document, in percent; below 0 when they are faster. `undefined` when the
 * control took no time.
 */
export function latencyDelta(pagesMs: number, controlMs: number): number | undefined {
  return controlMs <= 0 ? undefined : ((pagesMs - controlMs) / controlMs) * 100;
}

/** Mean of values; `undefined` of none. */
export function mean(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length;
}
