import { BREADCRUMB_SEPARATOR } from '@topicmill/text/markdown';
import { characterStart } from '@topicmill/text/scripts';
import { oneLine } from '@topicmill/text/white-space';
import type { Block } from './artifact-chunk.js';

/** UTF-16 units of a label at most. */
const MAX_LABEL_LENGTH = 200;

/** A text as the label of a block: on one line, its beginning if it is long; `undefined` for an empty one. */
export function labelOf(text: string): string | undefined {
  const line = oneLine(text.replace(/\0|\p{Surrogate}/gu, ' '));
  const end = characterStart(line, MAX_LABEL_LENGTH);
  return line === '' ? undefined : line.slice(0, end);
}

/** The labels of the blocks that begin before a place and end after it, the outermost first. */
export function prefaceAt(blocks: readonly Block[], offset: number): string | undefined {
  const labels: string[] = [];
  for (let inside: readonly Block[] | undefined = blocks; inside !== undefined; ) {
    const block: Block | undefined = lastBefore(inside, offset);
    if (block === undefined || block.endChar <= offset) break;
    if (block.label !== undefined) labels.push(block.label);
    inside = block.inner;
  }
  return labels.length === 0 ? undefined : labels.join(BREADCRUMB_SEPARATOR);
}

/** The last of ordered blocks that begins before a place. */
function lastBefore(blocks: readonly Block[], offset: number): Block | undefined {
  let low = 0;
  for (let high = blocks.length; low < high; ) {
    const middle = (low + high) >> 1;
    if (blocks[middle]!.startChar < offset) low = middle + 1;
    else high = middle;
  }
  return blocks[low - 1];
}
