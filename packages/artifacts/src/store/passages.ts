import { TopicmillError } from '@topicmill/base/diagnostics';
import { contentHash } from './artifact-id.js';

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

/** A text that is searched and embedded as one: a chunk, or a whole artifact. */
export interface Passage {
  readonly content: string;
  readonly startChar: number;
  readonly endChar: number;
  readonly tokenCount: number;
  /** SHA-256, in hex. */
  readonly contentSha256: string;
  /** Nothing but white space, which has neither terms nor a vector. */
  readonly isBlank: boolean;
}

/** A text ready to be embedded and stored. */
export interface PreparedText {
  readonly tokenCount: number;
  readonly isChunked: boolean;
  /** The chunks in order, or the whole text. */
  readonly passages: readonly Passage[];
}

/**
 * The passages of a text.
 *
 * @throws TopicmillError `INTERNAL` when the chunks do not cover the text
 */
export function prepareText(text: string, split: SplitText): PreparedText {
  const { tokenCount, chunks } = split;
  if (chunks.length === 0) {
    return { tokenCount, isChunked: false, passages: [passageOf(text, 0, text.length, tokenCount)] };
  }
  let coveredEnd = 0;
  let lastStart = -1;
  for (const { startChar, endChar } of chunks) {
    if (startChar > coveredEnd || startChar <= lastStart || endChar <= coveredEnd) throw notCovered(startChar, endChar);
    lastStart = startChar;
    coveredEnd = endChar;
  }
  if (coveredEnd !== text.length) throw notCovered(coveredEnd, text.length);
  const passages = chunks.map((chunk) => passageOf(text, chunk.startChar, chunk.endChar, chunk.tokenCount));
  return { tokenCount, isChunked: true, passages };
}

function passageOf(text: string, startChar: number, endChar: number, tokenCount: number): Passage {
  const content = text.slice(startChar, endChar);
  return {
    content,
    startChar,
    endChar,
    tokenCount,
    contentSha256: contentHash(content),
    isBlank: !/\S/u.test(content),
  };
}

function notCovered(start: number, end: number): TopicmillError {
  return new TopicmillError('INTERNAL', `The chunks of an artifact do not cover it at ${start} to ${end}.`, {
    remedy: 'Report this with the text that caused it.',
  });
}
