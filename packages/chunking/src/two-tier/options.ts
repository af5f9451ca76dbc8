import type { CountedOptions } from '../strategies/strategy.js';
import type { HeadingSource } from './book-record-schema.js';

/** Given a section's text, names the best terms of it that occur in a text: the section itself, or a snippet of it. */
export type ConceptFinder = (sectionText: string) => (text: string) => readonly string[];

export type BoilerplateMode = 'auto' | 'drop' | 'keep';

/** Sizes are tokens by `tokenCounter`. */
export interface TwoTierOptions extends CountedOptions {
  /** No section exceeds it, its overlap counted, unless an atomic block does. Default 1700. */
  readonly sectionTokens: number;
  /** The same for snippets. Default 420. */
  readonly snippetTokens: number;
  /** Most that a section repeats of the one before. Default 120. */
  readonly sectionOverlap: number;
  /** Most that a snippet repeats of the one before. Default 80. */
  readonly snippetOverlap: number;
  /** `auto`: markdown when at least three headings are marked as such outside code, else plain. */
  readonly headings: 'auto' | HeadingSource;
  /**
   * What happens to page numbers, running lines, contents, index and copyright lines. `auto`: dropped from plain text
   * and where the marks of a converter are, kept in other markdown. Chunk files keep them in any case.
   */
  readonly boilerplate: BoilerplateMode;
  /** Without it the retrieval text has no concepts. */
  readonly concepts?: ConceptFinder;
}

/** Limits of one tier, in tokens by the strategy's counter. */
export interface TierLimits {
  /** No text exceeds it, its overlap counted, unless an atomic block does. */
  readonly maxTokens: number;
  /** Most that is repeated of the chunk before. */
  readonly overlapTokens: number;
}

export function sectionLimits({ sectionTokens, sectionOverlap }: TwoTierOptions): TierLimits {
  return { maxTokens: sectionTokens, overlapTokens: sectionOverlap };
}

export function snippetLimits({ snippetTokens, snippetOverlap }: TwoTierOptions): TierLimits {
  return { maxTokens: snippetTokens, overlapTokens: snippetOverlap };
}
