import type { CountedOptions } from '../strategies/strategy.js';

/** What happens to a last chunk that is under the minimum. */
export type TailMode = 'merge' | 'keep' | 'drop';

export interface SemanticOptions extends CountedOptions {
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
}
