import { readPageFrontMatter, splitFrontMatter } from '@topicmill/text/markdown';
import { formatPageComment, type PageComment, readPageComment } from './continuity-token.js';

/** The parts of a page in their order, except that the copies of the first page come last. */
export interface PageParts {
  readonly comment: Omit<PageComment, 'body' | 'set'>;
  /** Byte order mark and front matter of the source, which precede the comment; '' on every page but the first. */
  readonly head: string;
  /** Definitions that belong to other pages. */
  readonly copies: readonly string[];
  readonly leadIn: string | undefined;
  /** Blocks of the page before that are repeated. */
  readonly overlap: string;
  /** The page's own part of the source. */
  readonly body: string;
  readonly leadOut: string | undefined;
  readonly eol: '\n' | '\r\n';
  /** Whether a blank line after the body would belong to its last block, which any other line would end. */
  readonly endsOpen: boolean;
}

const encoder = new TextEncoder();
const EMPTY_SET_FIELD = '"set":""';
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * Writes a page whose comment does not name its set yet, since the name is a hash of all pages. Copies precede the
 * page's own text, because the first of two definitions counts; on the first page they follow it, where no block can be
 * mistaken for part of a footnote.
 */
export function formatPage(parts: PageParts): string {
  const { eol, comment, head, copies, leadIn, leadOut, overlap, body } = parts;
  const paragraph = (text: string) => text + eol + eol;
  const isFirst = comment.prev === null;
  const copied = copies.length === 0 ? '' : paragraph(copies.join(eol + eol).replaceAll(/\r\n|\n|\r/g, eol));
  const before = eol + eol + (isFirst ? '' : copied) + (leadIn === undefined ? '' : paragraph(leadIn)) + overlap;
  const after = [leadOut, isFirst ? copied.trimEnd() : ''].filter((text) => text !== undefined && text !== '');
  const separator = parts.endsOpen ? '' : separatorAfter(body, eol);
  const end = after.length === 0 ? '' : separator + after.join(eol + eol) + eol;
  const opening = formatPageComment({ ...comment, set: '', body: [byteLength(before), byteLength(body)] });
  return head + opening + before + body + end;
}

/** The page with the name of its set in its comment. Ids, which precede the name, contain no quotes. */
export function nameSet(page: string, head: string, set: string): string {
  const at = page.indexOf(EMPTY_SET_FIELD, head.length) + EMPTY_SET_FIELD.length - 1;
  return page.slice(0, at) + set + page.slice(at);
}

/** The page as it was before it was given the name of its set. */
export function withoutSetName(page: string, { head, comment }: PageReading): string {
  const at = page.indexOf(`"set":"${comment.set}"`, head.length) + EMPTY_SET_FIELD.length - 1;
  return page.slice(0, at) + page.slice(at + comment.set.length);
}

/** A page split into its parts. */
export interface PageReading {
  readonly comment: PageComment;
  readonly head: string;
  /** Text between the comment and the page's own part of the source. */
  readonly before: string;
  readonly body: string;
  readonly after: string;
  /** UTF-16 offset of `body` in the page. */
  readonly bodyOffset: number;
}

/** Splits a page into its parts; `undefined` when it has no comment, or is shorter than its comment says. */
export function readPage(text: string): PageReading | undefined {
  let headLength = splitFrontMatter(text).bodyOffset;
  let found = readPageComment(text, headLength);
  if (found === undefined) {
    headLength = readPageFrontMatter(text, '').bodyOffset;
    found = readPageComment(text, headLength);
  }
  if (found === undefined) return undefined;
  const { comment, endOffset } = found;
  const rest = encoder.encode(text.slice(endOffset));
  const [start, length] = comment.body;
  if (start + length > rest.length) return undefined;
  const before = decoder.decode(rest.subarray(0, start));
  return {
    comment,
    head: text.slice(0, headLength),
    before,
    body: decoder.decode(rest.subarray(start, start + length)),
    after: decoder.decode(rest.subarray(start + length)),
    bodyOffset: endOffset + before.length,
  };
}

/** The source of pages in reading order, byte for byte. */
export function joinPages(pages: readonly PageReading[]): string {
  return (pages[0]?.head ?? '') + pages.map(({ body }) => body).join('');
}

/** The line ends that separate a following paragraph from the text. */
function separatorAfter(text: string, eol: string): string {
  const lineEnd = text.endsWith('\r\n') ? 2 : 1;
  let at = text.length - lineEnd - 1;
  while (text[at] === ' ' || text[at] === '\t') at--;
  if (at < 0 || text[at] === '\n' || text[at] === '\r') return '';
  // A line feed after a carriage return is part of the same line end.
  return text.endsWith('\n') ? eol : eol + eol;
}

function byteLength(text: string): number {
  return encoder.encode(text).length;
}
