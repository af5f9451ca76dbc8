/** Somebody who answers questions from texts. */
export interface Reader {
  /** Exact name, provider included: part of a report. */
  readonly name: string;
  /** Tokens that texts, question and answer may have together; `undefined` for no bound. */
  readonly contextTokens: number | undefined;
  /**
   * @param texts in the order of the document
   * @param label what errors call the question
   */
  answer(texts: readonly string[], question: string, label: string, signal?: AbortSignal): Promise<Reading>;
}

/** An answer, and how long it took in milliseconds, pauses that a server asked for left out. */
export interface Reading {
  readonly answer: string;
  readonly elapsedMs: number;
}

/** Tokens kept free for an answer. */
export const ANSWER_TOKENS = 1_024;
