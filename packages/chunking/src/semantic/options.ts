import { TopicmillError } from '@topicmill/base/diagnostics';
import type { TokenCounter } from '@topicmill/text/tokens';
import * as z from 'zod';
import { checkedLater, checkOptions, type GivenOptions, tokenCounterSchema } from '../check-options.js';

/** What happens to a last chunk that is under the minimum. */
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
  /**
   * `joined`: small sections share a chunk. `apart`: every heading with a text of its own begins one, so that where a
   * section is cut depends on nothing outside of it; `minTokens` and `tail` do not apply. Default `joined`.
   */
  readonly sections: 'joined' | 'apart';
  readonly tokenCounter: TokenCounter;
}

export const DEFAULT_SEMANTIC_OPTIONS = {
  minTokens: 250,
  maxTokens: 750,
  tail: 'merge',
  sections: 'joined',
} as const satisfies Omit<SemanticOptions, 'tokenCounter'>;

const optionsSchema = z.strictObject({
  minTokens: checkedLater,
  maxTokens: checkedLater,
  tail: z.enum(['merge', 'keep', 'drop']).optional(),
  sections: z.enum(['joined', 'apart']).optional(),
  tokenCounter: tokenCounterSchema,
});

/**
 * The options with their defaults.
 *
 * @throws TopicmillError `INVALID_OPTION` for an unknown option and for sizes that no chunk can have
 */
export function semanticOptionsOf(given: GivenOptions<SemanticOptions>): SemanticOptions {
  checkOptions(optionsSchema, given, 'semanticStrategy');
  const options = {
    minTokens: given.minTokens ?? DEFAULT_SEMANTIC_OPTIONS.minTokens,
    maxTokens: given.maxTokens ?? DEFAULT_SEMANTIC_OPTIONS.maxTokens,
    tail: given.tail ?? DEFAULT_SEMANTIC_OPTIONS.tail,
    sections: given.sections ?? DEFAULT_SEMANTIC_OPTIONS.sections,
    tokenCounter: given.tokenCounter,
  };
  checkSemanticOptions(options);
  return options;
}

/**
 * A chunk ends at a deeper heading only from this size on: half way between minimum and maximum, 500 by default.
 */
export function deeperHeadingTokens(options: Pick<SemanticOptions, 'minTokens' | 'maxTokens'>): number {
  return Math.floor((options.minTokens + options.maxTokens) / 2);
}

function checkSemanticOptions(options: SemanticOptions): void {
  const { minTokens, maxTokens } = options;
  if (Number.isSafeInteger(minTokens) && Number.isSafeInteger(maxTokens) && minTokens >= 0 && maxTokens > minTokens) {
    return;
  }
  throw new TopicmillError('INVALID_OPTION', `Chunk sizes from ${minTokens} to ${maxTokens} tokens are not possible.`, {
    remedy: 'Give whole numbers, the minimum 0 or more and the maximum above it.',
  });
}
