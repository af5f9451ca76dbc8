import { scanLines, splitFrontMatter } from '@topicmill/text/markdown';
import type { Block } from './artifact-chunk.js';

/** A section that is still open while headings are read. */
interface OpenSection {
  readonly level: number;
  readonly startChar: number;
  readonly inner: Block[];
}

/** The sections of a markdown document, each with those below it inside. */
export function headingBlocks(text: string): readonly Block[] {
  const { headings, starts } = scanLines(text, splitFrontMatter(text).bodyOffset);
  const root: OpenSection = { level: 0, startChar: 0, inner: [] };
  const open = [root];
  function closeDownTo(level: number, endChar: number): void {
    while (open.at(-1)!.level >= level) {
      const { startChar, inner } = open.pop()!;
      open.at(-1)!.inner.push({ startChar, endChar, ...(inner.length > 0 && { inner }) });
    }
  }
  for (const { level, line } of headings) {
    const startChar = starts[line]!;
    closeDownTo(level, startChar);
    open.push({ level, startChar, inner: [] });
  }
  closeDownTo(1, text.length);
  return root.inner;
}
