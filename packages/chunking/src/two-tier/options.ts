import { TopicmillError } from '@topicmill/base/diagnostics';
import type { TokenCounter } from '@topicmill/text/tokens';
import * as z from 'zod';
import { checkedLater, checkOptions, functionSchema, type GivenOptions, tokenCounterSchema } from '../check-options.js';
import type { HeadingSource } from './dropped-line.js';

/** Given a section's text, names the best terms of it that occur in a text: the section itself, or a snippet of it. */
export type ConceptFinder = (sectionText: string) => (text: string) => readonly string[];

export type BoilerplateMode = 'auto' | 'drop' | 'keep';

/** Limits of one tier, in tokens by the strategy's counter. */
export interface TierLimits {
  /** No text exceeds it, its overlap counted, unless an atomic block does. */
  readonly maxTokens: number;
  /** Most that is repeated of the chunk before. */
  readonly overlapTokens: number;
}

export interface TwoTierOptions {
  readonly sections: TierLimits;
  readonly snippets: TierLimits;
  readonly tokenCounter: TokenCounter;
  /** `auto`: markdown when at least three headings are marked as such outside code, else plain. */
  readonly headings: 'auto' | HeadingSource;
  /**
   * What happens to page numbers, running lines, contents, index and copyright lines. `auto`: dropped from plain text,
   * kept in markdown.
   */
  readonly boilerplate: BoilerplateMode;
  /** Without it the retrieval text has no concepts. */
  readonly concepts?: ConceptFinder;
}

/** Limits of the two tiers, with what each may repeat of the text before it. */
export const DEFAULT_TWO_TIER_OPTIONS = {
  sections: { maxTokens: 1700, overlapTokens: 120 },
  snippets: { maxTokens: 420, overlapTokens: 80 },
  headings: 'auto',
  boilerplate: 'auto',
} as const satisfies Omit<TwoTierOptions, 'tokenCounter'>;

/** Counter that gives the key no addition. */
export const DEFAULT_BOOK_TOKEN_COUNTER = 'wordpiece-fitted';

/** What a text needs at least in addition to the overlap: a limit below it could not contain a single character of every script. */
const MIN_CAPACITY = 16;

const limitsSchema = z.strictObject({ maxTokens: checkedLater, overlapTokens: checkedLater }).optional();

const optionsSchema = z.strictObject({
  sections: limitsSchema,
  snippets: limitsSchema,
  tokenCounter: tokenCounterSchema,
  headings: z.enum(['auto', 'markdown', 'plain']).optional(),
  boilerplate: z.enum(['auto', 'drop', 'keep']).optional(),
  concepts: functionSchema,
});

/**
 * The options with their defaults.
 *
 * @throws TopicmillError `INVALID_OPTION` for an unknown option and for limits that no chunk can keep
 */
export function twoTierOptionsOf(given: GivenOptions<TwoTierOptions>): TwoTierOptions {
  checkOptions(optionsSchema, given, 'twoTierStrategy');
  const options = {
    sections: given.sections ?? DEFAULT_TWO_TIER_OPTIONS.sections,
    snippets: given.snippets ?? DEFAULT_TWO_TIER_OPTIONS.snippets,
    tokenCounter: given.tokenCounter,
    headings: given.headings ?? DEFAULT_TWO_TIER_OPTIONS.headings,
    boilerplate: given.boilerplate ?? DEFAULT_TWO_TIER_OPTIONS.boilerplate,
    ...(given.concepts === undefined ? {} : { concepts: given.concepts }),
  };
  checkTwoTierOptions(options);
  return options;
}

function checkTwoTierOptions({ sections, snippets }: TwoTierOptions): void {
  for (const { maxTokens, overlapTokens } of [sections, snippets]) {
    const areWhole = Number.isSafeInteger(maxTokens) && Number.isSafeInteger(overlapTokens);
    if (areWhole && overlapTokens >= 0 && maxTokens - overlapTokens >= MIN_CAPACITY) continue;
    throw new TopicmillError(
      'INVALID_OPTION',
      `Chunks of ${maxTokens} tokens with an overlap of ${overlapTokens} are not possible.`,
      { remedy: `Give whole numbers, the limit at least ${MIN_CAPACITY} above the overlap.` },
    );
  }
}

const BOILERPLATE_KEYS = { keep: 'boilerplate', drop: 'cleaned' } as const;

/** `two-tier-1700-420-120-80` for the defaults; whatever else changes the chunks is added. */
export function twoTierKey({ sections, snippets, tokenCounter, headings, boilerplate }: TwoTierOptions): string {
  return [
    'two-tier',
    sections.maxTokens,
    snippets.maxTokens,
    sections.overlapTokens,
    snippets.overlapTokens,
    ...(tokenCounter.name === DEFAULT_BOOK_TOKEN_COUNTER ? [] : [tokenCounter.name]),
    ...(headings === 'auto' ? [] : [headings]),
    ...(boilerplate === 'auto' ? [] : [BOILERPLATE_KEYS[boilerplate]]),
  ].join('-');
}
