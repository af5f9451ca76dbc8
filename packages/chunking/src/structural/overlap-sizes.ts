import { type FlatNode, isProse } from './flat-node.js';
import type { Sentences } from './sentences.js';

/** A longer overlap is not waited for: it would take too much of the room. */
const MAX_SHARE = 0.25;

/**
 * About how many tokens the overlap takes of a chunk that starts with each node: the last sentences of the paragraphs
 * before it under the same outermost heading, their tokens taken in proportion to their length.
 */
export function overlapSizes(
  nodes: readonly FlatNode[],
  sentences: Sentences,
  sentenceCount: number,
  maxTokens: number,
): Float64Array {
  const sizes = new Float64Array(nodes.length);
  if (sentenceCount === 0) return sizes;
  let last: number[] = [];
  let size = 0;
  let topLevelIndex = -1;
  nodes.forEach((node, i) => {
    if (node.section.topLevelIndex !== topLevelIndex) {
      last = [];
      size = 0;
    }
    topLevelIndex = node.section.topLevelIndex;
    sizes[i] = size <= maxTokens * MAX_SHARE ? size : 0;
    if (!isProse(node)) return;
    for (const tokens of sentenceSizes(node, sentences, sentenceCount)) {
      last.push(tokens);
      size += tokens;
      if (last.length > sentenceCount) size -= last.shift()!;
    }
  });
  return sizes;
}

/** Tokens of the last sentences of a paragraph, with the white space between them. */
function sentenceSizes(node: FlatNode, sentences: Sentences, sentenceCount: number): number[] {
  const { startOffset, endOffset, ownTokenCount } = node;
  const starts = sentences.startsIn(node).slice(-sentenceCount);
  const tokensPerUnit = (ownTokenCount + 1) / (endOffset - startOffset);
  return starts.map((start, i) => Math.ceil(((starts[i + 1] ?? endOffset) - start) * tokensPerUnit));
}
