/** Answers questions from texts. */
export interface Reader {
  /** The provider's exact name of the model, for reports. */
  readonly name: string;
  /** Maximum tokens of texts, question and answer together; `undefined` for no limit. */
  readonly contextTokens: number | undefined;
  /**
   * @param texts in the order of the document
   * @param label name of the question in errors
   */
  answer(texts: readonly string[], question: string, label: string, signal?: AbortSignal): Promise<Reading>;
}

/** An answer, and its time in milliseconds without pauses that a server requested. */
export interface Reading {
  readonly answer: string;
  readonly elapsedMs: number;
}

/** Tokens reserved for an answer. */
export const ANSWER_TOKENS = 1_024;
