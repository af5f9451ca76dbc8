import type { TokenCounter } from '@topicmill/text/tokens';
import { oneLine } from '@topicmill/text/white-space';

/** Tokens of required passages, and of those that were read. */
export interface RequiredTokens {
  readonly held: number;
  readonly all: number;
}

/**
 * Counts the tokens of the required passages, and of those contained in one of the texts. A passage counts as a whole or
 * not at all; differences in white space are ignored.
 */
export function requiredTokens(
  required: readonly string[],
  texts: readonly string[],
  counter: Pick<TokenCounter, 'count'>,
): RequiredTokens {
  const lines = texts.map(oneLine);
  let held = 0;
  let all = 0;
  for (const passage of required) {
    const tokenCount = counter.count(passage);
    all += tokenCount;
    if (lines.some((line) => line.includes(oneLine(passage)))) held += tokenCount;
  }
  return { held, all };
}

/** Context recall: required tokens that were read over all required tokens, from 0 to 1. 1 when none is required. */
export function contextRecall({ held, all }: RequiredTokens): number {
  return all === 0 ? 1 : held / all;
}

/**
 * Pagination integrity score: hits over hits and misses, in percent; 100 when no edge was followed.
 *
 * @param hits edges that led to a page that exists, is unchanged and leads back
 */
export function integrityScore(hits: number, misses: number): number {
  return hits + misses === 0 ? 100 : (hits / (hits + misses)) * 100;
}

/**
 * Additional time for the pages compared with the whole document, in percent; negative when they are faster. `undefined`
 * when the control took no time.
 */
export function latencyDelta(pagesMs: number, controlMs: number): number | undefined {
  return controlMs <= 0 ? undefined : ((pagesMs - controlMs) / controlMs) * 100;
}

/** Mean of values; `undefined` for none. */
export function mean(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length;
}
