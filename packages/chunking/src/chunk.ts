import type { Diagnostic } from '@topicmill/base/diagnostics';
import type { Dialect } from '@topicmill/text/markdown';

/** A markdown document as read, and what names it. */
export interface SourceDocument {
  /** The whole text as read: byte order mark, front matter and line ends included. */
  readonly text: string;
  /** Path that diagnostics name. */
  readonly file: string;
  /** Title for a chunk without any heading above it: front matter `title`, else the file name. */
  readonly fileTitle: string;
  /** What it is written in besides CommonMark; its structure is kept together, its markup is not text. */
  readonly dialect?: Dialect | undefined;
}

/** A heading that was in force where a chunk starts. */
export interface ParentHeading {
  /** 1 to 6. */
  readonly level: number;
  readonly text: string;
}

/** A piece of a document. Its own text is `text.slice(startOffset, endOffset)` of the source, blank lines included. */
export interface Chunk {
  /** 0-based position in document order. */
  readonly index: number;
  /** Where the own text is in the source, in UTF-16 units. */
  readonly startOffset: number;
  readonly endOffset: number;
  /** The same range in bytes of the source as UTF-8. */
  readonly startByte: number;
  readonly endByte: number;
  /** 1-based lines of the source. */
  readonly startLine: number;
  readonly endLine: number;
  /** Headings above the chunk, outermost first. They are not part of the own text. */
  readonly parents: readonly ParentHeading[];
  readonly title: string;
  /** Whether more than half of the lines, blank lines at both ends left out, belong to fenced code blocks. */
  readonly isCode: boolean;
  /** Whether the own text is over the strategy's maximum because a single line or block is. */
  readonly oversized: boolean;
  /** Size of the own text by the strategy's counter. */
  readonly tokenCount: number;
  /** Why the chunk begins where it does; the first chunk begins at the document's start. */
  readonly startReason: BoundaryReason;
}

/** Why a chunk begins: the rule that ended the one before it. */
export type BoundaryReason =
  | 'document-start'
  | 'section'
  | 'second-section'
  | 'heading'
  | 'deeper-heading'
  | 'line-over-maximum'
  | 'block-over-maximum'
  | 'blank-line'
  | 'sentence-end'
  | 'heading-with-text';

/** The chunks of a document in document order, and what was noticed on the way. */
export interface Chunking {
  readonly chunks: readonly Chunk[];
  readonly diagnostics: readonly Diagnostic[];
}

/** A way to split a document. Implementations are pure: the same document gives the same chunks. */
export interface ChunkingStrategy {
  readonly name: string;
  /** Names the strategy with every setting that can change its chunks; safe as a folder name. */
  getCacheKey(): string;
  chunk(document: SourceDocument): Chunking;
}
