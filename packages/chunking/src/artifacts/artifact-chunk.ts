import { TopicmillError } from '@topicmill/base/diagnostics';

/** Sizes of artifact chunks, in tokens by the locator that splits (`cl100k_base` unless another is given). */
export interface ArtifactSizes {
  /** An artifact of no more than this stays whole. */
  readonly singlePieceMaxTokens: number;
  /** Size of a window, and the most that blocks are packed up to. */
  readonly targetTokens: number;
  /** Tokens that a window repeats of the one before it. */
  readonly overlapTokens: number;
}

export const DEFAULT_ARTIFACT_SIZES: ArtifactSizes = {
  singlePieceMaxTokens: 1200,
  targetTokens: 900,
  overlapTokens: 100,
};

/** @throws TopicmillError `INVALID_OPTION` for sizes with which no text can be split */
export function checkArtifactSizes({ singlePieceMaxTokens, targetTokens, overlapTokens }: ArtifactSizes): void {
  refuseUnless(Number.isSafeInteger(singlePieceMaxTokens) && singlePieceMaxTokens >= 0, {
    fault: `An artifact cannot stay whole up to ${singlePieceMaxTokens} tokens.`,
    remedy: 'Give a whole number, 0 or more.',
  });
  refuseUnless(Number.isSafeInteger(targetTokens) && targetTokens >= 1, {
    fault: `A chunk cannot have ${targetTokens} tokens.`,
    remedy: 'Give a whole number, 1 or more.',
  });
  refuseUnless(Number.isSafeInteger(overlapTokens) && overlapTokens >= 0 && overlapTokens < targetTokens, {
    fault: `Chunks of ${targetTokens} tokens cannot overlap by ${overlapTokens}.`,
    remedy: 'Give a whole number, 0 or more and below the size of a chunk.',
  });
}

function refuseUnless(isFit: boolean, { fault, remedy }: { readonly fault: string; readonly remedy: string }): void {
  if (!isFit) throw new TopicmillError('INVALID_OPTION', fault, { remedy });
}

/** A chunk with its content, as a store contains it. */
export interface PlacedText {
  readonly startChar: number;
  readonly endChar: number;
  readonly content: string;
}

const CHUNK_BOUNDARY = '[CHUNK BOUNDARY]';

/** The contents of neighbouring chunks, in order, with a line `[CHUNK BOUNDARY]` between one and the next. */
export function joinWithBoundaries(chunks: readonly Pick<PlacedText, 'content'>[]): string {
  return chunks.map(({ content }) => content).join(`\n${CHUNK_BOUNDARY}\n`);
}

/**
 * The text that neighbouring chunks cover, each part once. Chunks that do not touch are joined as they are.
 *
 * @param chunks in order of `startChar`
 */
export function mergeOverlaps(chunks: readonly PlacedText[]): string {
  let merged = '';
  let covered = 0;
  for (const { startChar, endChar, content } of chunks) {
    if (endChar <= covered) continue;
    merged += content.slice(Math.max(0, covered - startChar));
    covered = endChar;
  }
  return merged;
}

/** A piece of an artifact. Its content is `text.slice(startChar, endChar)`, whatever the text contains. */
export interface ArtifactPiece {
  /** 0-based position in the artifact. */
  readonly index: number;
  /** UTF-16 offsets in the artifact's text; never inside a surrogate pair. */
  readonly startChar: number;
  readonly endChar: number;
  /** Tokens between the window's ends in the whole text; of a chunk made from blocks, the tokens of its content. */
  readonly tokenCount: number;
  /** What it is a part of, on one line: headings above it, the head of its table, signatures around it. Not in its text. */
  readonly preface?: string | undefined;
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

/** A part of a text that should stay together: a reply, a section, a turn, a function. Offsets are UTF-16. */
export interface Block {
  readonly startChar: number;
  readonly endChar: number;
  /** Blocks inside it, in order and apart, at which it is cut when it is too large. */
  readonly inner?: readonly Block[];
  /** What its later parts are a part of: its heading, the head of a table, a signature. See `labelOf`. */
  readonly label?: string | undefined;
}

/** Finds the blocks of a text, in order and apart; none when it sees no structure. What is between them is a block too. */
export type BlockFinder = (text: string) => readonly Block[];
