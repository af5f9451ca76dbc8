import { type BlockScan, scanBlocks, splitFrontMatter } from '@topicmill/text/markdown';

/** A document with its blocks. */
export interface ParsedMarkdown {
  /** The text as read; all offsets are UTF-16 offsets in it. */
  readonly text: string;
  /** Where the body starts, behind byte order mark and front matter. */
  readonly bodyOffset: number;
  /** 1-based line of the file at which line 0 of the scan stands. */
  readonly bodyLine: number;
  readonly scan: BlockScan;
}

/** First stage: finds the top-level blocks of a document, front matter left out. */
export function parseMarkdown(text: string): ParsedMarkdown {
  const { bodyOffset } = splitFrontMatter(text);
  const bodyLine = (text.slice(0, bodyOffset).match(/\r\n|\n|\r/g)?.length ?? 0) + 1;
  return { text, bodyOffset, bodyLine, scan: scanBlocks(text, bodyOffset) };
}
