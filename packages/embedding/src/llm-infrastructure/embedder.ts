/** Turns texts into vectors. One object a model; it may be used for many calls at once, which then share its limits. */
export interface Embedder {
  /** Exact name, provider and revision included: `builtin:<revision>`, `ollama:<model>`, `openai:<model>`. */
  readonly model: string;
  /** Length of the vectors, where it is known before the first text is embedded. */
  readonly dimensions?: number | undefined;
  /**
   * Embeds texts. One that the model's context cannot hold is taken in windows, whose vectors are pooled; none is cut short.
   *
   * @returns one vector a text, in order; finite, not zero, all of one length
   * @throws TopicmillError with one of the `EMBEDDER_…` codes; the first failure ends the call, after the requests
   *   that are already under way have come back and been given to `onBatch`
   */
  embed(texts: readonly string[], options?: EmbedOptions): Promise<Float32Array[]>;
  /** What embedding these texts would take, without embedding them; needs no server and no key. */
  estimate(texts: readonly string[]): Promise<EmbeddingEstimate>;
}

/** Options of one call. */
export interface EmbedOptions {
  /** What errors call each text, a file name for instance. Default: `text <index>`. */
  readonly labels?: readonly string[] | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called as soon as consecutive texts, the first of them at `firstIndex`, have their vectors; in any order. */
  readonly onBatch?: ((firstIndex: number, vectors: readonly Float32Array[]) => void) | undefined;
}

/** What a call would take. */
export interface EmbeddingEstimate {
  /** Tokens by the model's own tokenizer (OpenAI) or by an estimate (Ollama); 0 for the built-in table, which counts none. */
  readonly tokenCount: number;
  /** In US dollars; 0 for local models, `undefined` when the price is not known. */
  readonly costUsd: number | undefined;
}

/** The name that errors use for a text. */
export function labelOf(labels: readonly string[] | undefined, index: number): string {
  return labels?.[index] ?? `text ${index}`;
}
