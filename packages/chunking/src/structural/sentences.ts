import type { FlatNode } from './flat-node.js';
import { sentenceStarts } from './sentence-starts.js';

interface KnownStarts {
  readonly endOffset: number;
  readonly starts: readonly number[];
}

/** The sentences of a text's paragraphs, each paragraph read once. */
export class Sentences {
  private readonly known = new Map<number, KnownStarts>();

  constructor(private readonly text: string) {}

  /** Offsets in the text at which the sentences of a node start, the node's own start first. */
  startsIn({ startOffset, endOffset }: FlatNode): readonly number[] {
    const known = this.known.get(startOffset);
    if (known?.endOffset === endOffset) return known.starts;
    const starts = [startOffset];
    for (const start of sentenceStarts(this.text.slice(startOffset, endOffset))) starts.push(startOffset + start);
    this.known.set(startOffset, { endOffset, starts });
    return starts;
  }
}
