import type { Heading, LineScan } from './line-scan.js';

interface BlockRange {
  /** 0-based lines of the scan, without blank lines before and after. */
  readonly firstLine: number;
  readonly lastLine: number;
  /** UTF-16 offsets in the text: the start of the first line, and the end of the last one without its line end. */
  readonly startOffset: number;
  readonly endOffset: number;
}

export interface HeadingBlock extends BlockRange {
  readonly type: 'heading';
  readonly heading: Heading;
}

export interface CodeBlock extends BlockRange {
  readonly type: 'code';
  readonly isFenced: boolean;
  /** Whether its closing fence is there; true for indented code. */
  readonly isClosed: boolean;
}

export interface ListBlock extends BlockRange {
  readonly type: 'list';
  /** First line of each item of the list itself. */
  readonly itemLines: readonly number[];
}

export interface DefinitionBlock extends BlockRange {
  readonly type: 'definition';
}

export interface PlainBlock extends BlockRange {
  readonly type: 'blockquote' | 'footnoteDefinition' | 'html' | 'paragraph' | 'table' | 'thematicBreak';
}

/** A block at the top level of a document, named as mdast names it. A table's first two lines are header and rule. */
export type Block = HeadingBlock | CodeBlock | ListBlock | DefinitionBlock | PlainBlock;
export type BlockType = Block['type'];

/** The blocks of a document and its lines. */
export interface BlockScan extends LineScan {
  /** In document order. Every line that is not blank belongs to exactly one of them. */
  readonly blocks: readonly Block[];
  /** Headings inside quotes, lists and footnotes: they have an anchor on the rendered page too. */
  readonly innerHeadings: readonly Heading[];
}
