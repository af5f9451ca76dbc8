import { TopicmillError } from '@topicmill/base/diagnostics';
import type { ArtifactSizes } from '@topicmill/chunking/artifacts';
import { BREADCRUMB_SEPARATOR } from '@topicmill/text/markdown';
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
  /** What the chunk is a part of, on one line; embedded with it. */
  readonly preface?: string | null | undefined;
}

/** A text that is searched and embedded as one: a chunk, or a whole artifact. */
export interface Passage {
  readonly content: string;
  readonly startChar: number;
  readonly endChar: number;
  readonly tokenCount: number;
  /** SHA-256, in hex. */
  readonly contentSha256: string;
  readonly preface: string | null;
  /** SHA-256 of what is embedded, in hex. */
  readonly vectorSha256: string;
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

/** Raised when chunks of the same sizes have other places or prefaces than before. */
const SPLIT_VERSION = 1;

/** What decides how texts are split, as JSON: sizes, and a version. Stores of releases without prefaces have no version. */
export function splitRules(sizes: ArtifactSizes): string {
  return JSON.stringify({ ...sizes, version: SPLIT_VERSION });
}

/** What is embedded of a text. */
export function embeddedText({ preface, content }: Pick<Passage, 'preface' | 'content'>): string {
  return preface === null ? content : `${preface}\n\n${content}`;
}

/**
 * The passages of a text.
 *
 * @param shared what all chunks are a part of
 * @throws TopicmillError `INTERNAL` when the chunks do not cover the text
 */
export function prepareText(text: string, split: SplitText, shared?: string | undefined): PreparedText {
  const { tokenCount, chunks } = split;
  if (chunks.length === 0) {
    return {
      tokenCount,
      isChunked: false,
      passages: [passageOf(text, { startChar: 0, endChar: text.length, tokenCount })],
    };
  }
  let coveredEnd = 0;
  let lastStart = -1;
  for (const { startChar, endChar } of chunks) {
    if (startChar > coveredEnd || startChar <= lastStart || endChar <= coveredEnd) throw notCovered(startChar, endChar);
    lastStart = startChar;
    coveredEnd = endChar;
  }
  if (coveredEnd !== text.length) throw notCovered(coveredEnd, text.length);
  const passages = chunks.map((chunk) => passageOf(text, chunk, shared));
  return { tokenCount, isChunked: true, passages };
}

function passageOf(
  text: string,
  { startChar, endChar, tokenCount, preface: own }: ChunkRange,
  shared?: string | undefined,
): Passage {
  const content = text.slice(startChar, endChar);
  const preface = [shared, own].filter((part) => part != null).join(BREADCRUMB_SEPARATOR) || null;
  const contentSha256 = contentHash(content);
  return {
    content,
    startChar,
    endChar,
    tokenCount,
    contentSha256,
    preface,
    vectorSha256: preface === null ? contentSha256 : contentHash(embeddedText({ preface, content })),
    isBlank: !/\S/u.test(content),
  };
}

function notCovered(start: number, end: number): TopicmillError {
  return new TopicmillError('INTERNAL', `The chunks of an artifact do not cover it at ${start} to ${end}.`, {
    remedy: 'Report this with the text that caused it.',
  });
}
