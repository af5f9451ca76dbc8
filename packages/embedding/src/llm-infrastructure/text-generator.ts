import type { ProviderWords } from './service.js';

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

/** What a model is asked; without a temperature it uses its own. */
export type ChatPrompt = Omit<Prompt, 'temperature'> & Partial<Pick<Prompt, 'temperature'>>;

/** One model of a server. */
export interface ChatProvider {
  readonly words: ProviderWords;
  readonly contextTokens: number;
  readonly usdPerMillionTokens?: TokenPrice | undefined;
  /**
   * One request, tried once.
   *
   * @returns the text that the model wrote, to its end
   * @throws RequestFailure; TopicmillError when the environment lacks what a request needs
   */
  request(prompt: ChatPrompt, signal: AbortSignal): Promise<string>;
}
