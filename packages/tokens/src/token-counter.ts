/** Counts the tokens of a text. The same text always gives the same count. */
export interface TokenCounter {
  /** One of `TOKEN_COUNTER_NAMES`; part of a strategy's key. */
  readonly name: string;
  /**
   * Number of tokens in `text`; 0 for the empty text. Text that looks like a special token counts as plain text.
   *
   * @param start UTF-16 offset from which on to count; the text before it has no say in the count
   * @param end UTF-16 offset at which to stop; the text behind it has no say in the count
   */
  count(text: string, start?: number, end?: number): number;
}
