import type { ProviderWords } from './service.js';
import type { Prompt, TokenPrice } from './text-generator.js';

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
