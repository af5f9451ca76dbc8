import { type BlockScan, bodyOffsetOf, type Dialect, lineNumberAt, scanBlocks } from '@topicmill/text/markdown';

/** A document with its blocks. */
export interface ParsedMarkdown {
  /** The text as read; all offsets are UTF-16 offsets in it. */
  readonly text: string;
  /** Where the body starts, after byte order mark and front matter. */
  readonly bodyOffset: number;
  /** 1-based line of the file at which line 0 of the scan is. */
  readonly bodyLine: number;
  readonly scan: BlockScan;
}

/** First stage: finds the top-level blocks of a document, front matter left out. */
export function parseMarkdown(text: string, dialect?: Dialect): ParsedMarkdown {
  const bodyOffset = bodyOffsetOf(text, dialect);
  const bodyLine = lineNumberAt(text, bodyOffset);
  return { text, bodyOffset, bodyLine, scan: scanBlocks(text, bodyOffset, dialect) };
}
