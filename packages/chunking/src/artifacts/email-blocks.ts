import type { Block } from './block.js';
import { isAttribution, type MailLine, mailLines, startsForward } from './mail-lines.js';

/**
 * The replies of an email's text: what one person wrote, what they quote, message by message. A quote contains the quotes
 * inside it; a forwarded mail begins at its separator or its header lines, a quote at the line that says who wrote it.
 */
export function emailBlocks(text: string): readonly Block[] {
  const lines = mailLines(text);
  return lines.length === 0 ? [] : blocksAt(lines, 0, lines.length, 0);
}

/** The blocks of the lines from `first` to `end`, all quoted at least `depth` times. */
function blocksAt(lines: readonly MailLine[], first: number, end: number, depth: number): Block[] {
  const blocks: Block[] = [];
  let start = first;
  for (let at = first; at < end; ) {
    if (lines[at]!.depth > depth) {
      const quoteStart = attributionStart(lines, start, at, depth);
      if (quoteStart > start) blocks.push(blockOf(lines, start, quoteStart));
      const quoteEnd = endOfQuote(lines, at, end, depth);
      blocks.push(quoteOf(lines, quoteStart, at, quoteEnd));
      start = quoteEnd;
      at = quoteEnd;
    } else {
      if (at > start && startsForward(lines, at, end)) {
        blocks.push(blockOf(lines, start, at));
        start = at;
      }
      at++;
    }
  }
  if (end > start) blocks.push(blockOf(lines, start, end));
  return blocks;
}

function blockOf(lines: readonly MailLine[], first: number, end: number): Block {
  return { startChar: lines[first]!.startChar, endChar: lines[end - 1]!.endChar };
}

/** A quote with the line before it that names its writer, and the quotes inside it. */
function quoteOf(lines: readonly MailLine[], first: number, quoted: number, end: number): Block {
  let depth = lines[quoted]!.depth;
  for (let at = quoted; at < end; at++) depth = Math.min(depth, lines[at]!.depth);
  const inner = blocksAt(lines, quoted, end, depth);
  if (inner.length === 1) return { ...blockOf(lines, first, end), ...(inner[0]!.inner && { inner: inner[0]!.inner }) };
  const [head, ...others] = inner;
  return { ...blockOf(lines, first, end), inner: [{ ...head!, startChar: lines[first]!.startChar }, ...others] };
}

function endOfQuote(lines: readonly MailLine[], at: number, end: number, depth: number): number {
  let quoteEnd = at;
  while (quoteEnd < end && lines[quoteEnd]!.depth > depth) quoteEnd++;
  return quoteEnd;
}

/** First line of the attribution that ends right before the quote at `at`, blank lines between them or not; else `at`. */
function attributionStart(lines: readonly MailLine[], first: number, at: number, depth: number): number {
  let last = at - 1;
  while (last >= first && lines[last]!.text === '') last--;
  for (let start = last; start >= Math.max(first, last - 2); start--) {
    if (lines[start]!.depth !== depth || lines[start]!.text === '') break;
    if (isAttribution(lines, start, last + 1)) return start;
  }
  return at;
}
