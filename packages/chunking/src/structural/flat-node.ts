import type { BlockType } from '@topicmill/text/markdown';
import type { BreakPlace } from './break-costs.js';

/** A heading that a chunk is under. */
export interface SectionHeading {
  /** 1 to 6. */
  readonly level: number;
  /** Its text without markdown. */
  readonly text: string;
  /** Its anchor on the rendered page. */
  readonly slug: string;
  /** UTF-16 offset at which its text is in the document, if it is written as most are: `## Text`. */
  readonly offset: number;
}

/** The part of a document under one heading, without the parts under deeper ones. */
export interface Section {
  /** Headings in force, outermost first; none before the first heading. */
  readonly path: readonly SectionHeading[];
  /** Number of the part of the document under its outermost heading, 0 before the first. */
  readonly topLevelIndex: number;
}

/** UTF-16 offsets of a block of the document. */
export interface BlockRange {
  readonly startOffset: number;
  readonly endOffset: number;
}

/**
 * A block of a document, or a piece of one that would not fit into a chunk. A chunk is a run of them. Its own text is
 * `text.slice(startOffset, endOffset)` of the source.
 */
export interface FlatNode {
  readonly type: BlockType;
  /** Whether it is a paragraph that is a table without a rule; see `isRows`. */
  readonly isRows: boolean;
  readonly startOffset: number;
  readonly endOffset: number;
  /** The whole block: the same object for all of its pieces. */
  readonly block: BlockRange;
  /** 0-based lines of the scan. */
  readonly firstLine: number;
  readonly lastLine: number;
  /** 1 to 6 for a heading, else 0. */
  readonly level: number;
  /** Whether only a site generator reads it: imports, tags on lines of their own. */
  readonly isMarkup: boolean;
  readonly section: Section;
  /** Tokens from its start to the start of the next node. */
  readonly tokenCount: number;
  /** Tokens of its own text. */
  readonly ownTokenCount: number;
  /**
   * How bad it is to begin a chunk here, against beginning it before a paragraph: see `BREAK_COSTS`; inside of a long
   * section less where the subject changes, more where it does not.
   */
  readonly breakCost: number;
  /** What makes it so. */
  readonly breakPlace: BreakPlace;
  /** Repeated before the text of a chunk that begins with this piece: a table's header, a code block's fence, the markers of list items. */
  readonly opening: Repeated | undefined;
  /** Repeated after the text of a chunk that ends with this piece: a code block's closing fence. */
  readonly closing: Repeated | undefined;
}

/** Whether a node is text in sentences. */
export function isProse({ type, isRows }: FlatNode): boolean {
  return type === 'paragraph' && !isRows;
}

/** Whether a node is a table, with a rule or without. */
export function isTable({ type, isRows }: FlatNode): boolean {
  return type === 'table' || isRows;
}

/** Text that a chunk repeats from elsewhere in the source. */
export interface Repeated {
  readonly text: string;
  readonly tokenCount: number;
}
