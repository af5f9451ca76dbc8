/** Cuts the text of an artifact into chunks, or decides that it stays whole. Pure. */
export type ArtifactSplitter = (text: string, artifactType: string) => Promise<SplitText> | SplitText;

/** A text with the places where its chunks begin and end. */
export interface SplitText {
  /** Tokens of the whole text. */
  readonly tokenCount: number;
  /**
   * In order; none for a text that is stored whole. They cover the text, and each begins and ends after the one before
   * it. Neighbours may overlap.
   */
  readonly chunks: readonly ChunkRange[];
  /** The sizes that decided it, in tokens, for the log. */
  readonly sizes?: { readonly singlePieceMaxTokens: number; readonly overlapTokens: number } | undefined;
}

/** A chunk by its place. */
export interface ChunkRange {
  /** UTF-16 offset. */
  readonly startChar: number;
  readonly endChar: number;
  readonly tokenCount: number;
}
