/** What the store asks of an embedder; those of `@topicmill/embedding/llm-infrastructure` are such. */
export interface ArtifactEmbedder {
  /** Exact name of the model. A store is bound to it. */
  readonly model: string;
  /** Length of its vectors, where it is known before the first text is embedded. */
  readonly dimensions?: number | undefined;
  /** One vector a text, in the order of the texts. */
  embed(texts: readonly string[], options: ArtifactEmbedOptions): Promise<readonly Float32Array[]>;
}

/** Chooses an embedder for the model that a store is bound to; `undefined` for a store without vectors. */
export type ChooseEmbedder = (boundModel: string | undefined) => ArtifactEmbedder;

/** What the store passes to an embedder. */
export interface ArtifactEmbedOptions {
  /** What error messages call each text. */
  readonly labels: readonly string[];
  /** SHA-256 of the text that all of them are parts of, where there is one: the key under which a cache keeps them. */
  readonly sourceSha256?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** To be called when consecutive texts, the first of them at `firstIndex`, have their vectors; may be left out. */
  readonly onBatch?: ((firstIndex: number, vectors: readonly Float32Array[]) => void) | undefined;
}
