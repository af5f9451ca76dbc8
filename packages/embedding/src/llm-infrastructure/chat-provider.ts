import type { ProviderWords } from './service.js';
import type { Prompt, TokenPrice } from './text-generator.js';

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
  request(prompt: Prompt, signal: AbortSignal): Promise<string>;
}
