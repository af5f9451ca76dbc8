import type { Embedder, EmbedOptions, EncoderReads } from '@topicmill/text/embedder';

/** An embedder that uses a model. One object may be used for many concurrent calls, which then share its limits. */
export interface ModelEmbedder extends Embedder {
  /**
   * Embeds texts. A text that is longer than the model's context is embedded in windows, whose vectors are pooled;
   * none is truncated.
   *
   * @throws TopicmillError with one of the `EMBEDDER_…` codes; the first failure ends the call, after the requests
   *   that are already under way have returned and been passed to `onBatch`
   */
  embed(texts: readonly string[], options?: EmbedOptions): Promise<Float32Array[]>;
  /** What it reads as a sentence encoder, if it is one. */
  readonly encoder?: EncoderReads | undefined;
  /** Whether the model knows anything of a text, for a model that may not: a vector of nothing is near others by chance. */
  knowsOf?: ((text: string) => Promise<boolean>) | undefined;
  /** What embedding these texts would take, without embedding them; needs neither server nor API key. */
  estimate(texts: readonly string[]): Promise<EmbeddingEstimate>;
}

/** What a call would take. */
export interface EmbeddingEstimate {
  /** Tokens by the model's own tokenizer (OpenAI) or by an estimate (Ollama, encoder); 0 for the built-in table, which counts none. */
  readonly tokenCount: number;
  /** In US dollars; 0 for local models, `undefined` if the price is not known. */
  readonly costUsd: number | undefined;
}
