import { BREADCRUMB_SEPARATOR } from '../breadcrumb.js';
import type { Markup } from './dialect-scan.js';
import { type InlineMark, markOf } from './inline-mark.js';
import type { VainReads } from './vain-reads.js';

const LINK = /\[\[([^[\]\r\n]{1,500})\]\]/y;
const EMBED = /!\[\[([^[\]\r\n]{1,500})\]\]/y;
/** `[!note]-` after the markers of a quote. */
const CALLOUT = /(?<=^[ \t>]*>[ \t]*)\[![\w-]{1,100}(?:\|[^\]\r\n]{0,100})?\][+-]?(?:[^\S\r\n]+|(?=[\r\n]|$))/my;
const HIGHLIGHT = /(?<!=)==(?![=\s])(?:[^=\r\n]|=(?!=)){1,1000}(?<!\s)==(?!=)/y;
const BLOCK_ID = /(?<=^|[\s>])\^[A-Za-z\d-]{1,100}(?=[ \t]*(?:[\r\n]|$))/y;
const WHITE_SPACE = /\s*/y;
/** Of a picture, in pixels: `300` or `300x200`. */
const SIZE = /^\d+(?:x\d+)?$/;

/** What Obsidian adds to a line, at the character at `at`. */
export function vaultMark(text: string, at: number, end: number, vainReads: VainReads): InlineMark | undefined {
  switch (text[at]) {
    case '[':
      return linkMark(text, at) ?? whole(CALLOUT, text, at);
    case '!':
      return embedMark(text, at);
    case '=':
      return highlightMark(text, at, end);
    case '%':
      return commentMark(text, at, end, vainReads);
    case '^':
      return isLast(text, at, end) ? whole(BLOCK_ID, text, at) : undefined;
    default:
      return undefined;
  }
}

/** Whether a callout starts at a bracket. */
export function startsCallout(text: string, at: number): boolean {
  CALLOUT.lastIndex = at;
  return CALLOUT.test(text);
}

function whole(pattern: RegExp, text: string, at: number): InlineMark | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? markOf(at, pattern.lastIndex) : undefined;
}

/** `[[Page|label]]` is its label, `[[Page#Heading]]` the page and the heading. */
function linkMark(text: string, at: number): InlineMark | undefined {
  LINK.lastIndex = at;
  const inner = LINK.exec(text)?.[1];
  if (inner === undefined) return undefined;
  const last = LINK.lastIndex;
  const start = at + 2;
  const { path, label } = partsOf(inner);
  if (label !== '') {
    const labelStart = last - 2 - label.length;
    const pieces = [
      { start: at, end: labelStart, text: '' },
      { start: last - 2, end: last, text: '' },
    ];
    return { pieces, readOnFrom: last };
  }
  const pieces: Markup[] = [{ start: at, end: start, text: '' }];
  const block = path.indexOf('#^');
  const shownEnd = start + (block > 0 ? block : path.length);
  for (let hash = path.indexOf('#'); hash !== -1 && start + hash < shownEnd; hash = path.indexOf('#', hash + 1)) {
    pieces.push({ start: start + hash, end: start + hash + 1, text: hash === 0 ? '' : BREADCRUMB_SEPARATOR });
  }
  pieces.push({ start: shownEnd, end: last, text: '' });
  return { pieces, readOnFrom: last };
}

/** `![[picture.png|A kiln|300]]` is its label; of a page that is shown in its place nothing is written here. */
function embedMark(text: string, at: number): InlineMark | undefined {
  EMBED.lastIndex = at;
  const inner = EMBED.exec(text)?.[1];
  if (inner === undefined) return undefined;
  const labels = inner.split('|').slice(1);
  const shown = labels.map((label) => label.replace(/\\$/, '').trim()).filter((label) => !SIZE.test(label));
  return markOf(at, EMBED.lastIndex, shown.join(' '));
}

/** The path and the label of a link. In a table the bar between them has a backslash before it. */
export function partsOf(inner: string): { readonly path: string; readonly label: string } {
  const bar = inner.indexOf('|');
  if (bar === -1) return { path: inner, label: '' };
  return {
    path: inner.slice(0, bar).replace(/\\$/, ''),
    label: inner.slice(bar + 1).trim() === '' ? '' : inner.slice(bar + 1),
  };
}

function highlightMark(text: string, at: number, end: number): InlineMark | undefined {
  HIGHLIGHT.lastIndex = at;
  if (!HIGHLIGHT.test(text) || HIGHLIGHT.lastIndex > end) return undefined;
  const last = HIGHLIGHT.lastIndex;
  return {
    pieces: [
      { start: at, end: at + 2, text: '' },
      { start: last - 2, end: last, text: '' },
    ],
    readOnFrom: at + 2,
  };
}

function commentMark(text: string, at: number, end: number, vainReads: VainReads): InlineMark | undefined {
  if (text[at + 1] !== '%') return undefined;
  const limit = vainReads.limit(at, end);
  const length = text.slice(at + 2, limit).indexOf('%%');
  if (length !== -1) return markOf(at, at + 2 + length + 2);
  vainReads.add(at, limit);
  return undefined;
}

/** Whether nothing but an id is from `at` to the end of a block. */
function isLast(text: string, at: number, end: number): boolean {
  BLOCK_ID.lastIndex = at;
  if (!BLOCK_ID.test(text)) return false;
  WHITE_SPACE.lastIndex = BLOCK_ID.lastIndex;
  WHITE_SPACE.test(text);
  return WHITE_SPACE.lastIndex >= end;
}
