import { type FlatNode, isProse } from './flat-node.js';
import type { LastSentences } from './last-sentences.js';

/** A longer overlap is not waited for: it would take too much of the room. */
const MAX_SHARE = 0.25;

/**
 * About how many tokens the overlap takes of a chunk that starts with each node: the last sentences of the paragraphs
 * before it under the same outermost heading, their tokens taken in proportion to their length.
 *
 * @param sentenceCount that of `sentences`
 */
export function overlapSizes(
  nodes: readonly FlatNode[],
  sentences: LastSentences,
  sentenceCount: number,
  maxTokens: number,
): Float64Array {
  const sizes = new Float64Array(nodes.length);
  if (sentenceCount === 0) return sizes;
  let last: readonly number[] = [];
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
    const own = sentenceSizes(node, sentences);
    last = own.length === sentenceCount ? own : [...last, ...own].slice(-sentenceCount);
    size = last.reduce((total, tokens) => total + tokens, 0);
  });
  return sizes;
}

/** Tokens of the last sentences of a paragraph, with the white space between them. */
function sentenceSizes(node: FlatNode, sentences: LastSentences): number[] {
  const { startOffset, endOffset, ownTokenCount } = node;
  const starts = sentences.startsIn(node);
  const tokensPerUnit = (ownTokenCount + 1) / (endOffset - startOffset);
  return starts.map((start, i) => Math.ceil(((starts[i + 1] ?? endOffset) - start) * tokensPerUnit));
}
