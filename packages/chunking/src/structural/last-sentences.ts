import type { FlatNode } from './flat-node.js';
import { lastSentenceStarts } from './sentence-starts.js';

interface KnownStarts {
  readonly endOffset: number;
  readonly starts: readonly number[];
}

/** The last sentences of a text's paragraphs, each paragraph read once. */
export class LastSentences {
  private readonly known = new Map<number, KnownStarts>();

  /** @param count how many of each paragraph, at least 1 */
  constructor(
    private readonly text: string,
    private readonly count: number,
  ) {}

  /** Offsets in the text at which the last sentences of a node start; the node's own start when it has no more. */
  startsIn({ startOffset, endOffset }: FlatNode): readonly number[] {
    const known = this.known.get(startOffset);
    if (known?.endOffset === endOffset) return known.starts;
    const starts = this.find(startOffset, endOffset);
    this.known.set(startOffset, { endOffset, starts });
    return starts;
  }

  private find(startOffset: number, endOffset: number): number[] {
    const starts = lastSentenceStarts(this.text.slice(startOffset, endOffset), this.count);
    const offsets = starts.map((start) => startOffset + start);
    return offsets.length < this.count ? [startOffset, ...offsets] : offsets;
  }
}
