import { TopicmillError } from '@topicmill/base/diagnostics';
import type { TokenCounter } from '@topicmill/text/tokens';

/** What becomes of a last chunk that is under the minimum. */
export type TailMode = 'merge' | 'keep' | 'drop';

export interface SemanticOptions {
  /** A chunk ends at a heading of its own depth from this size on, in tokens by `tokenCounter`. Default 250. */
  readonly minTokens: number;
  /** No chunk grows past this size unless a single line or fenced block does. Default 750. */
  readonly maxTokens: number;
  /**
   * `merge` joins it to the one before if the result stays within the maximum, `keep` leaves it, `drop` leaves its
   * text out with a warning. Default `merge`.
   */
  readonly tail: TailMode;
  readonly tokenCounter: TokenCounter;
}

export const DEFAULT_MIN_TOKENS = 250;
export const DEFAULT_MAX_TOKENS = 750;

/**
 * A chunk ends at a deeper heading only from this size on: half way between minimum and maximum, 500 by default.
 */
export function deeperHeadingTokens(options: Pick<SemanticOptions, 'minTokens' | 'maxTokens'>): number {
  return Math.floor((options.minTokens + options.maxTokens) / 2);
}

/** @throws TopicmillError `INVALID_OPTION` for sizes that no chunk can have */
export function checkSemanticOptions(options: SemanticOptions): void {
  const { minTokens, maxTokens } = options;
  if (Number.isSafeInteger(minTokens) && Number.isSafeInteger(maxTokens) && minTokens >= 0 && maxTokens > minTokens) {
    return;
  }
  throw new TopicmillError('INVALID_OPTION', `Chunk sizes from ${minTokens} to ${maxTokens} tokens are not possible.`, {
    remedy: 'Give whole numbers, the minimum 0 or more and the maximum above it.',
  });
}
