import type { BlockType } from '@topicmill/text/markdown';
import type { TokenCounter } from '@topicmill/text/tokens';

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

/**
 * How bad it is to begin a chunk at a place. They are compared with each other and with `sizeCost`, which is 1 for an
 * empty chunk.
 */
const BREAK_COSTS = {
  /** At a heading; deeper ones cost more. */
  headingLevel: 0.03,
  block: 0.25,
  /** A paragraph after a text that ends with a colon. */
  announcedBlock: 0.5,
  /** Code, a table or a list, of which the block before it speaks. */
  illustration: 0.5,
  /** The same after a text that ends with a colon. */
  announced: 0.8,
  /** Between a heading and what is under it. */
  afterHeading: 8,
  headingAfterHeading: 2,
  item: 0.5,
  nestedItem: 0.75,
  innerBlock: 0.9,
  row: 0.9,
  sentence: 0.6,
  blankLineInCode: 1,
  lineInCode: 1.6,
  clause: 1.2,
  word: 4,
  character: 6,
} as const;

/** What is where a chunk may begin, as the names of `BREAK_COSTS`. */
export type BreakPlace = Exclude<keyof typeof BREAK_COSTS, 'headingLevel'> | 'heading';

const ILLUSTRATIONS: ReadonlySet<BlockType> = new Set(['code', 'table', 'list', 'blockquote']);

/** What a break before a block is, by the block before it. */
export function blockBreakPlace(
  type: BlockType,
  previousType: BlockType | undefined,
  isAnnounced: boolean,
): BreakPlace {
  if (previousType === 'heading') return type === 'heading' ? 'headingAfterHeading' : 'afterHeading';
  if (type === 'heading') return 'heading';
  if (!ILLUSTRATIONS.has(type)) return isAnnounced ? 'announcedBlock' : 'block';
  return isAnnounced ? 'announced' : 'illustration';
}

/** @param level 1 to 6 for a break before a heading; any number for another place */
export function breakCostAt(place: BreakPlace, level: number): number {
  return place === 'heading' ? (level - 1) * BREAK_COSTS.headingLevel : BREAK_COSTS[place];
}

/**
 * Counters whose counts add up where a text is cut at the start of a line that is not blank: no pre-token of
 * `cl100k_base` goes beyond the last line end that it contains.
 */
const ADDITIVE_AT_LINE_STARTS: ReadonlySet<string> = new Set(['cl100k_base']);
const SPACE = 32;
const LINE_FEED = 10;
const RETURN = 13;

/** Whether the count of a text is the sum of the counts of what is before and from a line that is not blank. */
export function isAdditiveAtLineStarts(counter: TokenCounter): boolean {
  return ADDITIVE_AT_LINE_STARTS.has(counter.name);
}

/** Where the count of a piece starts: spaces before a word count with the word, as tokens do. */
export function countedFrom(text: string, offset: number): number {
  let at = offset;
  while (text.charCodeAt(at - 1) === SPACE) at--;
  const before = text.charCodeAt(at - 1);
  return at === 0 || before === LINE_FEED || before === RETURN ? offset : at;
}
