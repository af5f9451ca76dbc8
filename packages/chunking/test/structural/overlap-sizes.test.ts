import fc from 'fast-check';
import { expect, it } from 'vitest';
import { OverlapSizes } from '../../src/structural/chunk-structurally.js';
import type { FlatNode } from '../../src/structural/flat-node.js';
import { WholeSentences } from '../../src/structural/whole-sentences.js';
import { nodesOf } from './staged.js';

const SENTENCE = fc.constantFrom('One is here.', 'Two is *there. No*, not.', 'See `a. B` and [c. D](e).', 'Up?');
const BLOCK = fc.oneof(
  { weight: 4, arbitrary: fc.array(SENTENCE, { minLength: 1, maxLength: 4 }).map((sentences) => sentences.join(' ')) },
  fc.constantFrom('- A list.', '# Heading', '## Part', '```\ncode. More.\n```'),
);
const DOCUMENT = fc.array(BLOCK, { minLength: 1, maxLength: 12 }).map((blocks) => blocks.join('\n\n'));

/** Tokens of the last sentences before a node, read from the first node on, as the definition says. */
function expectedBefore(nodes: readonly FlatNode[], start: number, text: string, count: number): number {
  const sentences = new WholeSentences(text);
  let sizes: number[] = [];
  nodes.slice(0, start).forEach(({ type, block, startOffset, endOffset, ownTokenCount, section }, i) => {
    if (i > 0 && nodes[i - 1]!.section.topLevelIndex !== section.topLevelIndex) sizes = [];
    if (type !== 'paragraph') return;
    const starts = sentences.lastStarts(block, startOffset, endOffset, count);
    const share = (ownTokenCount + 1) / (endOffset - startOffset);
    const own = starts.map((from, at) => Math.ceil(((starts[at - 1] ?? endOffset) - from) * share));
    sizes = [...sizes, ...own.reverse()].slice(-count);
  });
  if (start > 0 && nodes[start - 1]!.section.topLevelIndex !== nodes[start]!.section.topLevelIndex) return 0;
  return sizes.reduce((sum, size) => sum + size, 0);
}

it('an overlap is estimated by the last sentences under the same outermost heading, in whatever order it is asked for', () => {
  fc.assert(
    fc.property(DOCUMENT, fc.integer({ min: 1, max: 4 }), (text, sentenceCount) => {
      const nodes = nodesOf(text);
      const sizes = new OverlapSizes(nodes, new WholeSentences(text), { sentenceCount, maxTokens: 10_000 });
      const found = nodes.map((_, i) => sizes.overlapSizeBefore(nodes.length - 1 - i)).reverse();
      expect(found).toEqual(nodes.map((_, i) => expectedBefore(nodes, i, text, sentenceCount)));
    }),
  );
});

it('no room is kept for an overlap of more than a quarter of a chunk', () => {
  const text = `${'Long sentences take room. '.repeat(4)}\n\nNext.`;
  const nodes = nodesOf(text);
  const of = (maxTokens: number) =>
    new OverlapSizes(nodes, new WholeSentences(text), { sentenceCount: 4, maxTokens }).overlapSizeBefore(1);
  expect(of(400)).toBeGreaterThan(15);
  expect(of(40)).toBe(0);
});
