import { type FlatNode, isProse } from './flat-node.js';
import type { LastSentences } from './last-sentences.js';

/** A longer overlap is not waited for: it would take too much of the room. */
const MAX_SHARE = 0.25;

/**
 * About how many tokens the overlap takes of a chunk that starts with each node: the last sentences of the paragraphs
 * before it under the same outermost heading, their tokens taken in proportion to their length.
 */
export function overlapSizes(
  nodes: readonly FlatNode[],
  sentences: LastSentences,
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
    sizes[i] = last.total <= maxTokens * MAX_SHARE ? last.total : 0;
    if (isProse(node)) last.add(node, sentences);
  }
  return sizes;
}

/** Tokens of the last sentences that were read, with the white space between them. */
class LastSizes {
  /** In the order of the text, zeros first while there are fewer. */
  private readonly sizes: Float64Array;
  /** Of one paragraph, the last sentence first. */
  private readonly own: Float64Array;
  total = 0;

  constructor(private readonly sentenceCount: number) {
    this.sizes = new Float64Array(sentenceCount);
    this.own = new Float64Array(sentenceCount);
  }

  clear(): void {
    this.sizes.fill(0);
    this.total = 0;
  }

  add(paragraph: FlatNode, sentences: LastSentences): void {
    const { sizes, own, sentenceCount } = this;
    const { startOffset, endOffset, ownTokenCount } = paragraph;
    const tokensPerUnit = (ownTokenCount + 1) / (endOffset - startOffset);
    let count = 0;
    for (let end = endOffset; end > startOffset && count < sentenceCount; ) {
      const start = sentences.startBefore(paragraph, end);
      own[count++] = Math.ceil((end - start) * tokensPerUnit);
      end = start;
    }
    sizes.copyWithin(0, count);
    for (let i = 0; i < count; i++) sizes[sentenceCount - 1 - i] = own[i]!;
    this.total = 0;
    for (let i = 0; i < sentenceCount; i++) this.total += sizes[i]!;
  }
}
