import type { ChunkFacts } from '../chunk-facts.js';

/** A term with its Score in words.md and how often the topic uses it. */
export interface Keyword {
  readonly name: string;
  /** As words.md has it: three decimals at most. */
  readonly score: number;
  readonly count: number;
}

/** A question that a chunk answers. */
export interface MatchedPrompt {
  /** On one line. */
  readonly question: string;
  /** Cosine of the question with its answer and the chunk, four decimals. */
  readonly similarity: number;
  /** SimHash of the question, an unsigned 64-bit integer. */
  readonly hash: bigint;
  /** `model` for one that a language model wrote and nobody changed. */
  readonly origin?: 'model' | undefined;
}

/** What topic-spec.md keeps of a chunk. */
export interface ChunkEntry extends ChunkFacts {
  /** Path of the chunk file from the topic's folder, with `/`. */
  readonly file: string;
  /** On one line. */
  readonly title: string;
  /** Size of the chunk file. */
  readonly byteCount: number;
  /** Byte offset in the source at which its own text starts. */
  readonly startByte: number;
  /** Byte offset in the source after its own text. */
  readonly endByte: number;
  /** Cosine with the conceptual baseline, four decimals. */
  readonly similarityConceptual: number;
  /** Cosine with the technical baseline, four decimals; defined if the topic has that baseline. */
  readonly similarityTechnical?: number | undefined;
  /** Best first. */
  readonly keywords: readonly Keyword[];
  readonly prompts: readonly MatchedPrompt[];
}

/** What topic-spec.md keeps of a source that was cut into chunks. */
export interface ChunkSet {
  /** Key of the chunking strategy. */
  readonly strategy: string;
  /** Name of the embedding model. */
  readonly model: string;
  /** Index of the chunk that the others are compared with. */
  readonly baselineConceptual: number;
  readonly baselineTechnical?: number | undefined;
  /** By index. */
  readonly items: readonly ChunkEntry[];
}

/** All that the tool keeps in topic-spec.md, and all that an index.json is made from besides hand-written metadata. */
export interface ToolSections {
  /** Name of the reference document in the topic's folder. */
  readonly source: string;
  /** Whether there is a qa-pairs.md next to it. */
  readonly hasQuestions: boolean;
  /** Best first. */
  readonly keywords: readonly Keyword[];
  /** `undefined` when the source is not chunked. */
  readonly chunks: ChunkSet | undefined;
}
