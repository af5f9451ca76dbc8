import { TopicmillError } from '@topicmill/base/diagnostics';
import type { ArtifactSizes } from '@topicmill/chunking/artifacts';
import type { Embedder } from '@topicmill/text/embedder';
import { BREADCRUMB_SEPARATOR } from '@topicmill/text/markdown';
import { unitVector, vectorLength } from '@topicmill/text/vectors';
import { contentHash } from './artifact.js';
import type { IngestOptions } from './artifact-store.js';

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
const SPLIT_VERSION = 3;

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
      passages: [createPassage(text, { startChar: 0, endChar: text.length, tokenCount })],
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
  const passages = chunks.map((chunk) => createPassage(text, chunk, shared));
  return { tokenCount, isChunked: true, passages };
}

function createPassage(
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

/** Vectors of unit length by the hash of the text that was embedded. */
export type VectorsByHash = ReadonlyMap<string, Float32Array>;

/** The passages of one text, and the vectors that exist already. */
interface PassageTexts {
  readonly passages: readonly Passage[];
  readonly sourceSha256?: string | undefined;
  readonly known: VectorsByHash;
}

/**
 * Vectors of unit length for passages that have none; equal texts are embedded once.
 *
 * @throws TopicmillError `EMBEDDER_BAD_RESPONSE`, `EMBEDDER_BAD_VECTOR`, and what the embedder throws
 */
export async function embedPassages(
  { passages, sourceSha256, known }: PassageTexts,
  embedder: Embedder,
  { signal, onProgress }: IngestOptions,
): Promise<VectorsByHash> {
  const missing = new Map<string, { readonly text: string; readonly label: string }>();
  for (const [index, { vectorSha256, isBlank, ...passage }] of passages.entries()) {
    if (isBlank || known.has(vectorSha256) || missing.has(vectorSha256)) continue;
    const label = passages.length === 1 ? 'the artifact' : `chunk ${index}`;
    missing.set(vectorSha256, { text: embeddedText(passage), label });
  }
  if (missing.size === 0) return new Map();
  const texts = [...missing.values()];
  let doneCount = 0;
  onProgress?.({ phase: 'embedding', doneCount, totalCount: texts.length });
  const vectors = await embedder.embed(
    texts.map(({ text }) => text),
    {
      labels: texts.map(({ label }) => label),
      sourceSha256,
      signal,
      onBatch(_firstIndex, batch) {
        doneCount += batch.length;
        onProgress?.({ phase: 'embedding', doneCount, totalCount: texts.length });
      },
    },
  );
  if (vectors.length !== texts.length) {
    throw new TopicmillError('EMBEDDER_BAD_RESPONSE', `${texts.length} texts got ${vectors.length} vectors.`, {
      remedy: 'Check the embedding server; it must return one vector per text.',
    });
  }
  const length = known.values().next().value?.length ?? vectors[0]!.length;
  const hashes = [...missing.keys()];
  return new Map(vectors.map((vector, at) => [hashes[at]!, checkedUnitVector(vector, length, texts[at]!.label)]));
}

/**
 * The vector at length 1, once it is known to be one that can be searched.
 *
 * @param dimensions number of components that it must have
 * @param label what an error calls its text
 * @throws TopicmillError `EMBEDDER_BAD_VECTOR`
 */
export function checkedUnitVector(vector: Float32Array, dimensions: number, label: string): Float32Array {
  if (vector.length !== dimensions || dimensions === 0) {
    throw badVector(`The vector of ${label} has ${vector.length} numbers instead of ${dimensions}.`);
  }
  const length = vectorLength(vector);
  if (!(length > 0) || !Number.isFinite(length)) throw badVector(`The vector of ${label} is zero or not finite.`);
  // A vector of unit length stays as it is, bit for bit: it is read, exported and imported again.
  return Math.abs(length - 1) < 1e-6 ? vector : unitVector(vector);
}

function badVector(message: string): TopicmillError {
  return new TopicmillError('EMBEDDER_BAD_VECTOR', message, {
    remedy: 'Check that the model is an embedding model and that its server works.',
  });
}
