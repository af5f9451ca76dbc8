import type { TokenLocator } from '@topicmill/text/tokens';
import type { ArtifactSizes, Block } from './artifact-chunk.js';
import { type TokenRange, tokenWindows } from './token-windows.js';

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

type PackedSizes = Pick<ArtifactSizes, 'targetTokens' | 'overlapTokens'>;

/** A block that fits, or a window of one that does not. */
interface Unit extends TokenRange {
  readonly isWindow: boolean;
}

/**
 * Packs blocks into chunks of up to `targetTokens`, in order. A block that fits is never cut; one that does not is cut at
 * the blocks inside it, and where there are none, into windows, which are not packed with anything else.
 *
 * @param blocks in order and apart; the text around them is packed too
 */
export function packBlocks(
  text: string,
  blocks: readonly Block[],
  sizes: PackedSizes,
  tokens: TokenLocator,
): TokenRange[] {
  const units = coverBlocks(text, blocks, 0, text.length).flatMap((block) => unitsOf(text, block, sizes, tokens));
  const chunks: TokenRange[] = [];
  for (let first = 0; first < units.length; ) {
    const end = packedEnd(text, units, first, sizes.targetTokens, tokens);
    chunks.push(end === first + 1 ? withoutKind(units[first]!) : joined(text, units[first]!, units[end - 1]!, tokens));
    first = end;
  }
  return chunks;
}

function unitsOf(text: string, block: Block, sizes: PackedSizes, tokens: TokenLocator): Unit[] {
  const { startChar, endChar, inner = [] } = block;
  const tokenCount = tokens.count(text, startChar, endChar);
  if (tokenCount <= sizes.targetTokens) return [{ startChar, endChar, tokenCount, isWindow: false }];
  if (inner.length > 0) {
    return coverBlocks(text, inner, startChar, endChar).flatMap((part) => unitsOf(text, part, sizes, tokens));
  }
  const { windows } = tokenWindows(text, sizes, tokens, startChar, endChar);
  return windows.map((window) => ({ ...window, isWindow: true }));
}

/** Index after the last unit that fits into one chunk with the first. Tokens may join where units do, or part. */
function packedEnd(
  text: string,
  units: readonly Unit[],
  first: number,
  targetTokens: number,
  tokens: TokenLocator,
): number {
  const start = units[first]!;
  if (start.isWindow) return first + 1;
  let end = first + 1;
  let sum = start.tokenCount;
  for (let unit = units[end]; unit !== undefined && !unit.isWindow; unit = units[++end]) {
    sum += unit.tokenCount;
    if (sum > targetTokens) break;
  }
  while (end > first + 1 && tokens.count(text, start.startChar, units[end - 1]!.endChar) > targetTokens) end--;
  return end;
}

function joined(text: string, first: Unit, last: Unit, tokens: TokenLocator): TokenRange {
  const { startChar } = first;
  const { endChar } = last;
  return { startChar, endChar, tokenCount: tokens.count(text, startChar, endChar) };
}

function withoutKind({ startChar, endChar, tokenCount }: Unit): TokenRange {
  return { startChar, endChar, tokenCount };
}
