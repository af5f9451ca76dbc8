import { type FlatNode, isProse } from './flat-node.js';
import type { WholeSentences } from './whole-sentences.js';

/** No room is kept for a longer overlap. */
const MAX_SHARE = 0.25;

/**
 * About how many tokens the overlap takes of a chunk that starts with each node: the last sentences of the paragraphs
 * before it under the same outermost heading, their tokens taken in proportion to their length.
 */
export function overlapSizes(
  nodes: readonly FlatNode[],
  sentences: WholeSentences,
  sentenceCount: number,
  maxTokens: number,
): Float64Array {
  const sizes = new Float64Array(nodes.length);
  if (sentenceCount === 0) return sizes;
  const last = new LastSizes(sentenceCount);
  let topLevelIndex = -1;
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i]!;
    if (node.section.topLevelIndex !== topLevelIndex) last.clear();
    topLevelIndex = node.section.topLevelIndex;
    if (!isProse(node)) {
      sizes[i] = last.sizeUpTo(maxTokens * MAX_SHARE);
      continue;
    }
    if (!sentences.isStart(node.block, node.startOffset)) last.clear();
    sizes[i] = last.sizeUpTo(maxTokens * MAX_SHARE);
    last.add(node, sentences);
  }
  return sizes;
}

/** Tokens of the last sentences that were read, with the white space between them. */
class LastSizes {
  /** In the order of the text, zeros first while there are fewer. */
  private readonly sizes: Float64Array;
  /** Of one paragraph, the last sentence first. */
  private readonly own: Float64Array;
  private total = 0;

  constructor(private readonly sentenceCount: number) {
    this.sizes = new Float64Array(sentenceCount);
    this.own = new Float64Array(sentenceCount);
  }

  sizeUpTo(limit: number): number {
    return this.total <= limit ? this.total : 0;
  }

  clear(): void {
    this.sizes.fill(0);
    this.total = 0;
  }

  add(paragraph: FlatNode, sentences: WholeSentences): void {
    const { sizes, own, sentenceCount } = this;
    const { startOffset, endOffset, block, ownTokenCount } = paragraph;
    const tokensPerUnit = (ownTokenCount + 1) / (endOffset - startOffset);
    let count = 0;
    for (const [start, end] of sentences.lastFirst(block, startOffset, endOffset)) {
      own[count++] = Math.ceil((end - start) * tokensPerUnit);
      if (count === sentenceCount) break;
    }
    sizes.copyWithin(0, count);
    for (let i = 0; i < count; i++) sizes[sentenceCount - 1 - i] = own[i]!;
    this.total = 0;
    for (let i = 0; i < sentenceCount; i++) this.total += sizes[i]!;
  }
}
