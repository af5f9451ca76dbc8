import type { FlatNode } from './flat-node.js';
import { areSentencesSimple, sentenceStartBefore, sentenceStarts } from './sentence-starts.js';

/** Finds the sentences of a text's paragraphs from behind. */
export class LastSentences {
  private readonly isSimple: boolean;
  /** By the offsets of a paragraph; only of those that take long to read. */
  private readonly known = new Map<string, readonly number[]>();

  constructor(private readonly text: string) {
    this.isSimple = areSentencesSimple(text);
  }

  /** The last offset in the text before another at which a sentence of a node starts; the node's own start is the first. */
  startBefore({ startOffset, endOffset }: FlatNode, offset: number): number {
    if (this.isSimple) return sentenceStartBefore(this.text, startOffset, endOffset, offset);
    const paragraph = this.text.slice(startOffset, endOffset);
    if (areSentencesSimple(paragraph)) return sentenceStartBefore(this.text, startOffset, endOffset, offset);
    const key = `${startOffset} ${endOffset}`;
    const starts = this.known.get(key) ?? sentenceStarts(paragraph);
    this.known.set(key, starts);
    return startOffset + (starts.findLast((start) => startOffset + start < offset) ?? 0);
  }
}
