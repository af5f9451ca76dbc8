import {
  type BlockScan,
  bodyOffsetOf,
  type Dialect,
  lineNumberAt,
  scanBlocks,
  scanLines,
} from '@topicmill/text/markdown';

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

const FENCE = '```';
const LINE_FEED = 10;
const SPACE = 32;

const FENCES = [FENCE, '~~~'];

/** Tells which ranges of a text contain what may be a fence; must be asked in ascending order. */
export class FenceMarks {
  /** Offset of the next of each mark; the text's length without one. */
  private readonly next = FENCES.map(() => -1);

  constructor(private readonly text: string) {}

  areIn(start: number, end: number): boolean {
    return FENCES.some((mark, i) => {
      if (this.next[i]! < start) {
        const found = this.text.indexOf(mark, start);
        this.next[i] = found === -1 ? this.text.length : found;
      }
      return this.next[i]! < end;
    });
  }
}

/** Whether a text contains what may be a fence. */
export function holdsFenceMark(text: string): boolean {
  return FENCES.some((mark) => text.includes(mark));
}

/**
 * The closing fence, with a line end before it, that a text lacks whose last fenced block is still open where the text
 * ends; empty when there is none. Blocks inside quotes and list items end with them and lack nothing.
 */
export function missingClosingFence(text: string): string {
  if (!holdsFenceMark(text)) return '';
  if (arePlainlyClosed(text)) return '';
  const { fences, starts, lineCount } = scanLines(text);
  const open = fences.find(({ closed, lastLine }) => !closed && lastLine === lineCount - 1);
  if (open === undefined) return '';
  const line = text.slice(starts[open.firstLine]!, starts[open.firstLine + 1]!);
  const fence = /^( {0,3})(`{3,}|~{3,})/.exec(line);
  return fence === null ? '' : `\n${fence[0]}`;
}

/**
 * Whether all fences have three backticks, are at the start of a line on their own or with a language, and have their
 * partners, and nothing is there that may hide one.
 */
function arePlainlyClosed(text: string): boolean {
  if (['~~~', '````', '\r'].some((mark) => text.includes(mark)) || mayHoldHtmlBlock(text)) return false;
  let isOpen = false;
  for (let at = text.indexOf(FENCE); at !== -1; at = text.indexOf(FENCE, at + FENCE.length)) {
    if (at > 0 && text.charCodeAt(at - 1) !== LINE_FEED) return false;
    const lineEnd = text.indexOf('\n', at);
    const info = text.slice(at + FENCE.length, lineEnd === -1 ? text.length : lineEnd);
    if (!isOpen) isOpen = !info.includes('`');
    else if (info.trim() === '') isOpen = false;
  }
  return !isOpen;
}

/** Whether a line starts with `<`, indented or not. */
function mayHoldHtmlBlock(text: string): boolean {
  for (let at = text.indexOf('<'); at !== -1; at = text.indexOf('<', at + 1)) {
    let before = at - 1;
    while (text.charCodeAt(before) === SPACE) before--;
    if (before < 0 || text.charCodeAt(before) === LINE_FEED) return true;
  }
  return false;
}
