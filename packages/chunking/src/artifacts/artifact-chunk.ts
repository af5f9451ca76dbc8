/** A piece of an artifact. Its content is `text.slice(startChar, endChar)`, whatever the text contains. */
export interface ArtifactPiece {
  /** 0-based position in the artifact. */
  readonly index: number;
  /** UTF-16 offsets in the artifact's text; never inside a surrogate pair. */
  readonly startChar: number;
  readonly endChar: number;
  /** Tokens between the window's ends in the whole text; of a chunk made from blocks, the tokens of its content. */
  readonly tokenCount: number;
}

/** How an artifact was split: `whole` is one that is small enough to stay so. */
export type ArtifactStrategy = 'whole' | 'token-window' | 'email-blocks' | 'headings' | 'speaker-turns' | 'code-blocks';

/** The result of splitting an artifact. */
export interface ArtifactSplit {
  /** Tokens of the whole text. */
  readonly tokenCount: number;
  readonly strategy: ArtifactStrategy;
  /** In order, without a gap between one and the next; none when the artifact stays whole. */
  readonly chunks: readonly ArtifactPiece[];
}

/**
 * The id of a chunk: `{artifactId}::chunk::{index}::{hash}`, the index with three digits at least.
 *
 * @param contentHash SHA-256 of the chunk's content in hex; its first eight digits are used
 */
export function artifactChunkId(artifactId: string, index: number, contentHash: string): string {
  return `${artifactId}::chunk::${String(index).padStart(3, '0')}::${contentHash.slice(0, 8)}`;
}
