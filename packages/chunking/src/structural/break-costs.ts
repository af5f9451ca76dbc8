import type { BlockType } from '@topicmill/text/markdown';

/**
 * How bad it is to begin a chunk at a place. They are compared with each other and with `sizeCost`, which is 1 for an
 * empty chunk.
 */
export const BREAK_COSTS = {
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
export function breakCostOf(place: BreakPlace, level: number): number {
  return place === 'heading' ? (level - 1) * BREAK_COSTS.headingLevel : BREAK_COSTS[place];
}
