import { TopicmillError } from '@topicmill/base/diagnostics';
import type { TokenCounter } from '@topicmill/text/tokens';
import * as z from 'zod';
import { checkedLater, checkOptions, type GivenOptions, tokenCounterSchema } from '../check-options.js';

export const BREADCRUMB_MODES = ['conditional', 'always', 'none'] as const;

/** When a chunk's `embedText` starts with the headings that it is under; see `breadcrumbPrefix`. */
export type BreadcrumbMode = (typeof BREADCRUMB_MODES)[number];

/** What decides where a document is cut. Sizes are tokens by `tokenCounter`. */
export interface StructuralOptions {
  /** No chunk is smaller, unless the whole document is. Default 64. */
  readonly minTokens: number;
  /** The size that chunks aim at. Default 400. */
  readonly targetTokens: number;
  /** No chunk is larger, breadcrumb, overlap and all that is repeated included. Default 512. */
  readonly maxTokens: number;
  /** Sentences of the chunk before that a chunk repeats. Default 2. */
  readonly overlapSentences: number;
  /** Default `conditional`. */
  readonly breadcrumbMode: BreadcrumbMode;
  readonly tokenCounter: TokenCounter;
}

export const DEFAULT_STRUCTURAL_OPTIONS = {
  minTokens: 64,
  targetTokens: 400,
  maxTokens: 512,
  overlapSentences: 2,
  breadcrumbMode: 'conditional',
} as const satisfies Omit<StructuralOptions, 'tokenCounter'>;

const optionsSchema = z.strictObject({
  minTokens: checkedLater,
  targetTokens: checkedLater,
  maxTokens: checkedLater,
  overlapSentences: checkedLater,
  breadcrumbMode: z.enum(BREADCRUMB_MODES).optional(),
  tokenCounter: tokenCounterSchema,
});

/** @throws TopicmillError `INVALID_OPTION` for an unknown option and for sizes that not every document can have */
export function givenStructuralOptions(given: GivenOptions<StructuralOptions>): StructuralOptions {
  checkOptions(optionsSchema, given, 'structuralStrategy');
  return structuralOptionsOf(given);
}

/**
 * The options with their defaults; minimum and target follow a maximum that is below the default.
 *
 * @throws TopicmillError `INVALID_OPTION` for sizes that not every document can have
 */
export function structuralOptionsOf(given: GivenOptions<StructuralOptions>): StructuralOptions {
  const maxTokens = given.maxTokens ?? DEFAULT_STRUCTURAL_OPTIONS.maxTokens;
  const { minTokens, targetTokens } = sizesBelow(maxTokens);
  const options = {
    minTokens: given.minTokens ?? minTokens,
    targetTokens: given.targetTokens ?? targetTokens,
    maxTokens,
    overlapSentences: given.overlapSentences ?? DEFAULT_STRUCTURAL_OPTIONS.overlapSentences,
    breadcrumbMode: given.breadcrumbMode ?? DEFAULT_STRUCTURAL_OPTIONS.breadcrumbMode,
    tokenCounter: given.tokenCounter,
  };
  checkStructuralOptions(options);
  return options;
}

/** Minimum and target for a maximum: those of the defaults, and in proportion to a maximum that is smaller. */
function sizesBelow(maxTokens: number): Pick<StructuralOptions, 'minTokens' | 'targetTokens'> {
  const { minTokens, targetTokens, maxTokens: defaultMaximum } = DEFAULT_STRUCTURAL_OPTIONS;
  const share = Math.min(1, maxTokens / defaultMaximum);
  return { minTokens: Math.floor(minTokens * share), targetTokens: Math.round(targetTokens * share) };
}

/** The counter that the sizes are meant for. */
export const STRUCTURAL_TOKEN_COUNTER = 'cl100k_base';

/** A chunk has room for two of the smallest size even when breadcrumb takes half of the maximum. */
const LEAST_MAX_TO_MIN = 4;

/**
 * `structural-64-400-512-2s`; the name of a counter other than `cl100k_base` and a mode other than `conditional` are
 * added.
 */
export function structuralKey(options: StructuralOptions): string {
  const { minTokens, targetTokens, maxTokens, overlapSentences, breadcrumbMode, tokenCounter } = options;
  const counter = tokenCounter.name === STRUCTURAL_TOKEN_COUNTER ? '' : `-${tokenCounter.name}`;
  const mode = breadcrumbMode === 'conditional' ? '' : `-${breadcrumbMode}`;
  return `structural-${minTokens}-${targetTokens}-${maxTokens}-${overlapSentences}s${counter}${mode}`;
}

function checkStructuralOptions(options: StructuralOptions): void {
  const { minTokens, targetTokens, maxTokens, overlapSentences } = options;
  const areWhole = [minTokens, targetTokens, maxTokens, overlapSentences].every(
    (value) => Number.isSafeInteger(value) && value >= 0,
  );
  const areOrdered = minTokens <= targetTokens && targetTokens <= maxTokens;
  if (areWhole && areOrdered && maxTokens >= 32 && maxTokens >= LEAST_MAX_TO_MIN * minTokens) return;
  throw new TopicmillError(
    'INVALID_OPTION',
    `Chunks of ${minTokens} to ${maxTokens} tokens, ${targetTokens} aimed at, with ${overlapSentences} sentences of overlap are not possible.`,
    {
      remedy: `Give whole numbers, the maximum at least 32 and ${LEAST_MAX_TO_MIN} times the minimum, the target between the two.`,
    },
  );
}
