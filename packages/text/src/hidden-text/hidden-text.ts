/** What makes a piece of text one that people do not see, or that is meant for a model. */
export const HIDDEN_TEXT_KINDS = [
  'invisible-characters',
  'hidden-html',
  'comment-to-model',
  'speaks-to-model',
] as const;

/**
 * `invisible-characters`: characters without a shape, where no script or emoji needs them. `hidden-html`: text of
 * elements that browsers do not show. `comment-to-model`: a comment that addresses a model. `speaks-to-model`: shown text
 * that addresses a model.
 */
export type HiddenTextKind = (typeof HIDDEN_TEXT_KINDS)[number];

/** A piece of text that somebody should look at, in UTF-16 offsets. */
export interface HiddenText {
  readonly kind: HiddenTextKind;
  readonly start: number;
  readonly end: number;
}
