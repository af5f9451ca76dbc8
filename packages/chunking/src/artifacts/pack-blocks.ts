import type { TokenLocator } from '@topicmill/text/tokens';
import type { ArtifactSizes } from './artifact-sizes.js';
import type { Block } from './block.js';
import { coverBlocks } from './cover-blocks.js';
import { type TokenRange, tokenWindows } from './token-windows.js';

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
