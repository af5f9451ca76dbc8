import type { FlatNode } from './flat-node.js';
import { sentenceStarts } from './sentence-starts.js';

/** A longer overlap is not waited for: it would take too much of the room. */
const MAX_SHARE = 0.25;

/**
 * About how many tokens the overlap takes of a chunk that starts with each node: the last sentences of the paragraphs
 * before it under the same outermost heading, their tokens taken in proportion to their length.
 */
export function overlapSizes(
  nodes: readonly FlatNode[],
  text: string,
  sentenceCount: number,
  maxTokens: number,
): Float64Array {
  const sizes = new Float64Array(nodes.length);
  if (sentenceCount === 0) return sizes;
  let last: number[] = [];
  let topLevelIndex = -1;
  nodes.forEach((node, i) => {
    if (node.section.topLevelIndex !== topLevelIndex) last = [];
    topLevelIndex = node.section.topLevelIndex;
    const size = last.reduce((total, tokens) => total + tokens, 0);
    sizes[i] = size <= maxTokens * MAX_SHARE ? size : 0;
    if (node.type === 'paragraph') {
      last = [...last, ...sentenceSizes(node, text, sentenceCount)].slice(-sentenceCount);
    }
  });
  return sizes;
}

/** Tokens of the last sentences of a paragraph, with the white space between them. */
function sentenceSizes(node: FlatNode, text: string, sentenceCount: number): number[] {
  const paragraph = text.slice(node.startOffset, node.endOffset);
  const starts = [0, ...sentenceStarts(paragraph)].slice(-sentenceCount);
  const tokensPerUnit = (node.ownTokenCount + 1) / paragraph.length;
  return starts.map((start, i) => Math.ceil(((starts[i + 1] ?? paragraph.length) - start) * tokensPerUnit));
}
