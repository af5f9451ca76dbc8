import { splitFrontMatter } from '@topicmill/text/markdown';
import { formatPageComment, type PageComment, readPageComment } from './continuity-token.js';

/** The parts of a page, in the order in which they stand on it, but for the copies of the first page: they come last. */
export interface PageParts {
  readonly comment: Omit<PageComment, 'body' | 'set'>;
  /** Byte order mark and front matter of the source; '' on every page but the first. */
  readonly head: string;
  /** Definitions that stand on other pages. */
  readonly copies: readonly string[];
  readonly leadIn: string | undefined;
  /** Blocks of the page before that are repeated. */
  readonly overlap: string;
  /** The page's own part of the source. */
  readonly body: string;
  readonly leadOut: string | undefined;
  readonly eol: '\n' | '\r\n';
  /** Whether a blank line behind the body would belong to its last block, which ends at any other line. */
  readonly endsOpen: boolean;
}

const encoder = new TextEncoder();
const NO_SET = '"set":""';
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * Writes a page whose comment names no set yet: the name is a hash over all pages. Copies stand before the page's own text, since the first of two definitions counts; those of the first
 * page stand behind it, where no block can be taken for part of a footnote.
 */
export function formatPage(parts: PageParts): string {
  const { eol, comment, head, copies, leadIn, leadOut, overlap, body } = parts;
  const paragraph = (text: string) => text + eol + eol;
  const isFirst = comment.prev === null;
  const copied = copies.length === 0 ? '' : paragraph(copies.join(eol + eol).replaceAll(/\r\n|\n|\r/g, eol));
  const before = eol + eol + (isFirst ? '' : copied) + (leadIn === undefined ? '' : paragraph(leadIn)) + overlap;
  const behind = [leadOut, isFirst ? copied.trimEnd() : ''].filter((text) => text !== undefined && text !== '');
  const separator = parts.endsOpen ? '' : separatorBehind(body, eol);
  const end = behind.length === 0 ? '' : separator + behind.join(eol + eol) + eol;
  const opening = formatPageComment({ ...comment, set: '', body: [byteLength(before), byteLength(body)] });
  return head + opening + before + body + end;
}

/** The page with the name of its set in its comment. Ids, which stand before it, hold no quotes. */
export function nameSet(page: string, head: string, set: string): string {
  const at = page.indexOf(NO_SET, head.length) + NO_SET.length - 1;
  return page.slice(0, at) + set + page.slice(at);
}

/** A page, taken apart again. */
export interface PageReading {
  readonly comment: PageComment;
  readonly head: string;
  /** What stands between the comment and the page's own part of the source. */
  readonly before: string;
  readonly body: string;
  readonly behind: string;
  /** UTF-16 offset of `body` in the page. */
  readonly bodyOffset: number;
}

/** Takes a page apart; `undefined` when it has no comment, or is shorter than its comment says. */
export function readPage(text: string): PageReading | undefined {
  const { bodyOffset: headLength } = splitFrontMatter(text);
  const found = readPageComment(text, headLength);
  if (found === undefined) return undefined;
  const { comment, endOffset } = found;
  const rest = encoder.encode(text.slice(endOffset));
  const [distance, length] = comment.body;
  if (distance + length > rest.length) return undefined;
  const before = decoder.decode(rest.subarray(0, distance));
  return {
    comment,
    head: text.slice(0, headLength),
    before,
    body: decoder.decode(rest.subarray(distance, distance + length)),
    behind: decoder.decode(rest.subarray(distance + length)),
    bodyOffset: endOffset + before.length,
  };
}

/** The source of pages in reading order, byte for byte. */
export function joinPages(pages: readonly PageReading[]): string {
  return (pages[0]?.head ?? '') + pages.map(({ body }) => body).join('');
}

/** What makes a paragraph behind the text stand alone. */
function separatorBehind(text: string, eol: string): string {
  const lineEnd = text.endsWith('\r\n') ? 2 : 1;
  let at = text.length - lineEnd - 1;
  while (text[at] === ' ' || text[at] === '\t') at--;
  if (at < 0 || text[at] === '\n' || text[at] === '\r') return '';
  // A line feed behind a carriage return belongs to it, and ends no line of its own.
  return text.endsWith('\n') ? eol : eol + eol;
}

function byteLength(text: string): number {
  return encoder.encode(text).length;
}
