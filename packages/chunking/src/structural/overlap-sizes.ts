import { type FlatNode, isProse } from './flat-node.js';
import type { WholeSentences } from './whole-sentences.js';

/** No room is kept for a longer overlap. */
const MAX_SHARE = 0.25;

/** What an overlap is estimated from. */
export interface OverlapLimits {
  /** Sentences that a chunk repeats. */
  readonly sentenceCount: number;
  /** Tokens of a chunk. */
  readonly maxTokens: number;
}

/**
 * About how many tokens the overlap takes of a chunk that starts with a node: the last sentences of the paragraphs
 * before it under the same outermost heading, their tokens taken in proportion to their length. Sentences are looked for
 * only where somebody asks.
 */
export class OverlapSizes {
  /** What none exceeds, in tokens: no room is kept for a longer overlap. */
  readonly most: number;
  /** For each node the last prose before it, -1 without. */
  private readonly proseBefore: Int32Array;
  /** By node: tokens of its last sentences, the last one first. */
  private readonly known: (readonly number[] | undefined)[] = [];

  constructor(
    private readonly nodes: readonly FlatNode[],
    private readonly sentences: WholeSentences,
    private readonly limits: OverlapLimits,
  ) {
    this.most = limits.sentenceCount === 0 ? 0 : limits.maxTokens * MAX_SHARE;
    this.proseBefore = new Int32Array(this.most === 0 ? 0 : nodes.length);
    for (let i = 0, prose = -1; i < this.proseBefore.length; i++) {
      this.proseBefore[i] = prose;
      if (isProse(nodes[i]!)) prose = i;
    }
  }

  /** @param start index of the chunk's first node */
  before(start: number): number {
    if (this.most === 0) return 0;
    const { nodes, proseBefore } = this;
    const { topLevelIndex } = nodes[start]!.section;
    if (isProse(nodes[start]!) && !this.startsSentence(start)) return 0;
    let left = this.limits.sentenceCount;
    let total = 0;
    for (let i = proseBefore[start]!; i !== -1 && left > 0; i = proseBefore[i]!) {
      if (nodes[i]!.section.topLevelIndex !== topLevelIndex) break;
      const sizes = this.lastSizes(i);
      for (let last = 0; last < sizes.length && left > 0; last++, left--) total += sizes[last]!;
      if (!this.startsSentence(i)) break;
    }
    return total <= this.most ? total : 0;
  }

  private startsSentence(index: number): boolean {
    const { block, startOffset } = this.nodes[index]!;
    return this.sentences.isStart(block, startOffset);
  }

  private lastSizes(index: number): readonly number[] {
    const { block, startOffset, endOffset, ownTokenCount } = this.nodes[index]!;
    const tokensPerUnit = (ownTokenCount + 1) / (endOffset - startOffset);
    let end = endOffset;
    this.known[index] ??= this.sentences
      .lastStarts(block, startOffset, endOffset, this.limits.sentenceCount)
      .map((start) => {
        const size = Math.ceil((end - start) * tokensPerUnit);
        end = start;
        return size;
      });
    return this.known[index];
  }
}
