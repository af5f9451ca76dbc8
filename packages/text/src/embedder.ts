/** Turns texts into vectors. What needs vectors asks for this interface, whichever provider, cache or test implements it. */
export interface Embedder {
  /** Exact name of the model, provider and revision included: `builtin:<revision>`, `ollama:<model>`, `openai:<model>`. */
  readonly model: string;
  /** Length of the vectors, if it is known before the first text is embedded. */
  readonly dimensions?: number | undefined;
  /** Whether a server may serve another model under the name one day. */
  readonly mayChange?: true;
  /** Whether a vector is made from a table in less time than it takes to store and find it: no cache stores any. */
  readonly isTable?: true;
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
  /**
   * Called for a text that the model refuses for good while it takes others; the result has no vector at its place then.
   * Without it, such a text fails the call.
   */
  readonly onRefused?: ((index: number, reason: Error) => void) | undefined;
  /** Called as soon as consecutive texts, starting with the one at `firstIndex`, have their vectors; in any order. */
  readonly onBatch?: ((firstIndex: number, vectors: readonly Float32Array[]) => void) | undefined;
}

/** What a sentence encoder in this process reads: questions alone, while the built-in table reads texts, or both. */
export type EncoderReads = 'questions' | 'all';

/** A query as a model reads it. */
export interface QueryVector {
  readonly vector: Float32Array;
  /** Where a sentence encoder gave it, what else it read: a search lets such vectors count more. */
  readonly encoder?: EncoderReads | undefined;
}

/** A text that no model refuses: by its vector it is known whether a server works, and which model it serves. */
export const PROBE_TEXT = 'The harbour lamp burns at night.';

/** The name of a text in error messages. */
export function labelOf(labels: readonly string[] | undefined, index: number): string {
  return labels?.[index] ?? `text ${index}`;
}
