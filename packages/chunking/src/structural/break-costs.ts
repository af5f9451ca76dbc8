import type { BlockType } from '@topicmill/markdown';

/**
 * How bad it is to begin a chunk at a place. They are compared with each other and with `sizeCost`, which is 1 for an
 * empty chunk.
 */
export const BREAK_COSTS = {
  /** At a heading; deeper ones cost more. */
  headingLevel: 0.03,
  block: 0.25,
  /** Code, a table or a list, of which the block before it speaks. */
  illustration: 0.5,
  /** The same behind a text that ends with a colon. */
  announced: 0.8,
  /** Between a heading and what stands under it. */
  afterHeading: 8,
  item: 0.5,
  innerBlock: 0.9,
  row: 0.9,
  sentence: 0.6,
  blankLineInCode: 1,
  lineInCode: 1.6,
  clause: 1.2,
  word: 4,
  character: 6,
} as const;

const ILLUSTRATIONS: ReadonlySet<BlockType> = new Set(['code', 'table', 'list', 'blockquote']);

/** Cost of a break between two blocks. */
export function blockBreakCost(
  type: BlockType,
  level: number,
  previousType: BlockType | undefined,
  isAnnounced: boolean,
): number {
  if (previousType === 'heading') return type === 'heading' ? BREAK_COSTS.afterHeading / 4 : BREAK_COSTS.afterHeading;
  if (type === 'heading') return (level - 1) * BREAK_COSTS.headingLevel;
  if (!ILLUSTRATIONS.has(type)) return isAnnounced ? BREAK_COSTS.illustration : BREAK_COSTS.block;
  return isAnnounced ? BREAK_COSTS.announced : BREAK_COSTS.illustration;
}
