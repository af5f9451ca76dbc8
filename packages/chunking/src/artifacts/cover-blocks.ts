import type { Block } from './block.js';

const NOT_SPACE = /\S/g;

/**
 * The blocks with what is between them, so that they cover the text from `startChar` to `endChar`: white space goes
 * with the block before it, at the beginning with the first, and other text is a block of its own.
 */
export function coverBlocks(text: string, blocks: readonly Block[], startChar: number, endChar: number): Block[] {
  if (blocks.length === 0) return startChar === endChar ? [] : [{ startChar, endChar }];
  const covering: Block[] = [];
  let covered = startChar;
  for (const block of blocks) {
    addGap(text, covering, covered, block.startChar);
    const begins = covering.at(-1)?.endChar ?? startChar;
    covering.push(begins === block.startChar ? block : { ...block, startChar: begins });
    covered = block.endChar;
  }
  addGap(text, covering, covered, endChar);
  return covering;
}

function addGap(text: string, covering: Block[], startChar: number, endChar: number): void {
  if (startChar === endChar) return;
  const before = covering.at(-1);
  if (!isBlank(text, startChar, endChar)) covering.push({ startChar, endChar });
  else if (before !== undefined) covering[covering.length - 1] = { ...before, endChar };
}

function isBlank(text: string, startChar: number, endChar: number): boolean {
  NOT_SPACE.lastIndex = startChar;
  return !NOT_SPACE.test(text) || NOT_SPACE.lastIndex > endChar;
}
