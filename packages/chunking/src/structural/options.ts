import type { CountedOptions } from '../strategies/strategy.js';

export const BREADCRUMB_MODES = ['conditional', 'always', 'none'] as const;

/** When a chunk's `embedText` starts with the headings that it is under; see `breadcrumbPrefix`. */
export type BreadcrumbMode = (typeof BREADCRUMB_MODES)[number];

/** What decides where a document is cut. Sizes are tokens by `tokenCounter`. */
export interface StructuralOptions extends CountedOptions {
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
}
