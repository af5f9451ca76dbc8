/** Counts the tokens of a text. The same text always gives the same count. */
export interface TokenCounter {
  /** One of `TOKEN_COUNTER_NAMES`; part of a strategy's key. */
  readonly name: string;
  /** UTF-16 units that no token exceeds; without it a token may have any length. */
  readonly maxTokenLength?: number;
  /**
   * Number of tokens in `text`; 0 for the empty text. Text that looks like a special token counts as plain text.
   *
   * @param start UTF-16 offset from which on to count; the text before it has no say in the count
   * @param end UTF-16 offset at which to stop; the text after it does not affect the count
   */
  count(text: string, start?: number, end?: number): number;
  /** Counts a whole text, so that its ranges need not be counted again; see `textTokens`. */
  read?(text: string): TextTokens;
}

/** The tokens of the ranges of one text. */
export interface TextTokens {
  readonly counter: TokenCounter;
  /** What `TokenCounter.count` gives for the same text and offsets. */
  count(start: number, end: number): number;
}

/** For a text of which many ranges are asked about: counted once where the counter can, in time that is linear. */
export function textTokens(text: string, counter: TokenCounter): TextTokens {
  return counter.read?.(text) ?? { counter, count: (start, end) => counter.count(text, start, end) };
}

/** A counter of real tokens, which also finds their positions. */
export interface TokenLocator extends TokenCounter {
  readonly maxTokenLength: number;
  /**
   * Finds the offsets of tokens in one pass over the text.
   *
   * @param indexes 0-based positions of tokens, strictly ascending; may be endless
   * @param start UTF-16 offset of the first token; the text before it has no say
   * @param end UTF-16 offset after the last token; the text after it does not matter
   */
  locate(text: string, indexes: Iterable<number>, start?: number, end?: number): LocatedTokens;
}

/** Positions of tokens in a text. */
export interface LocatedTokens {
  /** Tokens from `start` to `end`. */
  readonly tokenCount: number;
  /**
   * For each of the indexes below `tokenCount` the UTF-16 offset at which that token starts. A token that starts inside
   * a character is moved to the nearer end of that character, to its start when both are equally near.
   */
  readonly offsets: readonly number[];
}
