/** Turns texts into vectors. What needs vectors asks for this interface, whichever provider, cache or test implements it. */
export interface Embedder {
  /** Exact name of the model, provider and revision included: `builtin:<revision>`, `ollama:<model>`, `openai:<model>`. */
  readonly model: string;
  /** Length of the vectors, if it is known before the first text is embedded. */
  readonly dimensions?: number | undefined;
  /** @returns one vector per text, in the order of the texts; finite, not zero, all of the same length */
  embed(texts: readonly string[], options?: EmbedOptions): Promise<readonly Float32Array[]>;
}

/** Options of one call. */
export interface EmbedOptions {
  /** Names of the texts in error messages, for instance file names; one per text. Default: `text <index>`. */
  readonly labels?: readonly string[] | undefined;
  /** SHA-256 of the source that all texts are parts of, if there is one; a cache may use it as a key. */
  readonly sourceSha256?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called as soon as consecutive texts, starting with the one at `firstIndex`, have their vectors; in any order. */
  readonly onBatch?: ((firstIndex: number, vectors: readonly Float32Array[]) => void) | undefined;
}

/** The name of a text in error messages. */
export function labelOf(labels: readonly string[] | undefined, index: number): string {
  return labels?.[index] ?? `text ${index}`;
}
