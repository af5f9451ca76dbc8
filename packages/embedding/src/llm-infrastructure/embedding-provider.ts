import type { ProviderWords } from './service.js';

/** Counts the tokens of a text, exactly or by an estimate. */
export type TokenCounter = (text: string) => number;

/** One model of a server, as batching needs it. */
export interface EmbeddingProvider {
  readonly model: string;
  readonly dimensions?: number | undefined;
  readonly limits: ProviderLimits;
  readonly words: ProviderWords;
  /** `undefined` when the price is not known. */
  readonly usdPerMillionTokens: number | undefined;
  loadTokenCounter(): Promise<TokenCounter>;
  /**
   * One request, tried once.
   *
   * @returns the vectors as the server sent them, one per text: numbers, or base64 of little-endian float32
   * @throws RequestFailure; TopicmillError when the environment lacks what a request needs
   */
  request(texts: readonly string[], signal: AbortSignal): Promise<readonly unknown[]>;
}

/** What a request may contain, and how many may be under way. */
interface ProviderLimits {
  /** Longest text, in tokens; a longer one is embedded in windows. */
  readonly windowTokenCount: number;
  readonly batchTextCount: number;
  readonly batchTokenCount: number;
  readonly concurrency: number;
}
