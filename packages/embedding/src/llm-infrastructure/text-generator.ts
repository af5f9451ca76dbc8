/** What a model is asked. */
export interface Prompt {
  /** What it is to do, for all requests of a kind. */
  readonly system: string;
  readonly user: string;
  /** From 0, always the likeliest word, on. A model that refuses it uses its own. */
  readonly temperature: number;
}

/** A text that a model wrote. */
export interface GeneratedText {
  /** Without white space at its ends. */
  readonly text: string;
  /** Milliseconds from request to answer; without failed requests and the pauses after them. */
  readonly elapsedMs: number;
}

/** In US dollars for a million tokens. */
export interface TokenPrice {
  readonly prompt: number;
  readonly answer: number;
}

/** Answers prompts; one object a model. It may be used for many calls at once. */
export interface TextGenerator {
  /** Exact name: `ollama:<model>`, `openai:<model>`. */
  readonly model: string;
  /** Tokens that prompt and answer may have together. */
  readonly contextTokens: number;
  /** In US dollars; left out where the provider asks for money, since its prices change. */
  readonly usdPerMillionTokens?: TokenPrice | undefined;
  /**
   * @param label what errors call the request
   * @throws TopicmillError with one of the `GENERATOR_…` codes
   */
  generate(prompt: Prompt, label: string, signal?: AbortSignal): Promise<GeneratedText>;
}
