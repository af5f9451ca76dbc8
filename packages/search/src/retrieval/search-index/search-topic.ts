import type { ChunkFacts } from '@topicmill/topics/formats';
import type { Edition } from './editions.js';

/** A topic as the search index takes it in. */
export interface SearchTopic {
  /** Path below the docs root, with `/`. */
  readonly id: string;
  readonly title: string;
  /** What it is about, in a sentence or two, where somebody says it. */
  readonly description?: string | undefined;
  /** The docs that it belongs to, where a site has several versions or languages. */
  readonly edition?: Edition | undefined;
  /** By index: the chunk at position i has index i. */
  readonly chunks: readonly SearchChunk[];
}

/** A chunk as the search index takes it in. */
export interface SearchChunk extends IndexedChunk {
  /** The text of the chunk file, parent headings included. */
  readonly text: string;
  /** Questions that the chunk answers. */
  readonly questions: readonly SearchQuestion[];
  /** Not zero; of the index's length. Without vectors for all chunks the index has none. */
  readonly vector?: Float32Array | undefined;
}

/** A question as the search index takes it in. */
export interface SearchQuestion {
  /** One line. */
  readonly text: string;
  /** Markdown; empty where nobody has written one. */
  readonly answer: string;
  /** Its SimHash: an unsigned 64-bit integer. */
  readonly hash: bigint;
  /** As the chunk's, of the question alone. Without it, it is found by its words only. */
  readonly vector?: Float32Array | undefined;
  /** `model` for one that a language model wrote. */
  readonly origin?: 'model' | undefined;
}

/** What the index knows about a found chunk. */
export interface IndexedChunk extends ChunkFacts {
  readonly title: string;
  /** Path of the chunk file below the docs root. */
  readonly path: string;
  /** 1-based first and last line of the chunk's own text in its source, where they are known. */
  readonly sourceLines?: readonly [first: number, last: number] | undefined;
  /** `fnv1a32` of the text of the file, where a build may replace the file while the index is read. */
  readonly textHash?: number | undefined;
}

/** The vectors of some chunks, then those of their questions, in the order of both. */
export function passageVectors(chunks: readonly SearchChunk[]): (Float32Array | undefined)[] {
  const questions = chunks.flatMap((chunk) => chunk.questions);
  return [...chunks, ...questions].map(({ vector }) => vector);
}
