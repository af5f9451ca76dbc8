import type { Diagnostic } from '@topicmill/base/diagnostics';
import type { BoundaryReason } from '../chunk.js';
import type { BreakPlace } from '../structural/break-costs.js';

/** How a document was split, and why so. */
export interface ChunkingExplanation extends StrategyExplanation {
  /** Name of the strategy. */
  readonly strategy: string;
  /** Names the strategy with every setting that can change its chunks. */
  readonly strategyKey: string;
  /** Name of the counter of all sizes. */
  readonly tokenCounter: string;
}

/** What a strategy says of how it split a document. */
export interface StrategyExplanation {
  /** The sizes that the strategy goes by, such as `minimum`. */
  readonly limits: readonly { readonly name: string; readonly tokenCount: number }[];
  /** In document order; a section comes before its snippets. */
  readonly chunks: readonly ExplainedChunk[];
  /** Text that is in no chunk, in order: front matter, boilerplate, a last chunk that is dropped. */
  readonly leftOut: readonly LeftOutRange[];
  readonly diagnostics: readonly Diagnostic[];
}

/** A chunk, its sizes, and why it begins and ends where it does. */
export interface ExplainedChunk {
  /** 0-based among the chunks of its tier. */
  readonly index: number;
  /** Only `two-tier` has sections and snippets. */
  readonly tier: 'chunk' | 'section' | 'snippet';
  /** The section that contains a snippet, else null. */
  readonly parentIndex: number | null;
  /** Headings that the chunk is under, outermost first, with the one that it starts with. */
  readonly headingPath: readonly string[];
  /** UTF-16 offsets of the own text in the document as read. */
  readonly startOffset: number;
  readonly endOffset: number;
  /** 1-based lines of the own text. */
  readonly startLine: number;
  readonly endLine: number;
  /** The size that the limit applies to: all `sizes` together. */
  readonly tokenCount: number;
  readonly maxTokens: number;
  /** The parts of the size, in the order in which they are in the chunk. */
  readonly sizes: readonly SizePart[];
  readonly start: Boundary;
  readonly end: Boundary;
  readonly flags: readonly ChunkFlag[];
}

/** A part of a chunk's size, in tokens by the explanation's counter. */
export interface SizePart {
  readonly part: 'breadcrumb' | 'overlap' | 'own text' | 'repeated markers';
  readonly tokenCount: number;
}

/** A place at which one chunk ends and the next begins, and the rule that put it there. */
export interface Boundary {
  readonly rule: BoundaryRule;
  /** What the rule saw, in sentences. */
  readonly reason: string;
  /** The figures of the sentences; sizes are tokens by the explanation's counter. */
  readonly figures: Readonly<Record<string, number>>;
}

/** Rules of all strategies; those of `structural` say what is at the place. */
export type BoundaryRule =
  | BoundaryReason
  | BreakPlace
  | 'document-end'
  | 'section-start'
  | 'section-end'
  | 'tail-dropped'
  | 'limit'
  | 'recount';

/** Something about a chunk that is not usual. */
export interface ChunkFlag {
  readonly name: string;
  readonly meaning: string;
}

export interface LeftOutRange {
  readonly kind: string;
  /** UTF-16 offsets. */
  readonly startOffset: number;
  readonly endOffset: number;
}
