import type { PageAddress } from '../chunk-address.js';
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

/** A chunk as topic-spec.md describes it. */
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
  /** Cosine with the conceptual baseline, four decimals; undefined when the model refused the chunk or the baseline. */
  readonly similarityConceptual?: number | undefined;
  /** Cosine with the technical baseline, four decimals; defined if the topic has that baseline. */
  readonly similarityTechnical?: number | undefined;
  /** Names of those of the topic's keywords that are in it, best first. */
  readonly keywords: readonly string[];
  readonly prompts: readonly MatchedPrompt[];
}

/** The chunks of a source as topic-spec.md describes them. */
export interface ChunkSet {
  /** Key of the chunking strategy. */
  readonly strategy: string;
  /** Name of the embedding model. */
  readonly model: string;
  /** Index of the chunk that the others are compared with. */
  readonly baselineConceptual: number;
  readonly baselineTechnical?: number | undefined;
  /** The page that they are from. */
  readonly page?: PageAddress | undefined;
  /** Whether there is no copy of the document, since they are all of it when joined. */
  readonly isJoined?: boolean | undefined;
  /** By index. */
  readonly items: readonly ChunkEntry[];
}

/** What the generated sections of topic-spec.md say: an index.json is made from it and from hand-written metadata. */
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
