import { singleSpaces } from '../white-space/index.js';

/** A comment of HTML, of MDX, or in the form of a link definition. */
export interface Comment {
  /** Without its marks, on one line. */
  readonly content: string;
  /** UTF-16 offset of its first mark. */
  readonly start: number;
  /** UTF-16 offset after its last mark. */
  readonly end: number;
}

const OPENING = /(<!--)|(\{\s*\/\*)|^ {0,3}\[(?:\/\/|comment|#|_)\]:\s*(?:#|<>)\s*[("'](.*)[)"']\s*$/gim;
const CLOSING_OF_HTML = /-->/g;
const CLOSING_OF_MDX = /\*\/\s*\}/g;

/** The comments of a text whose code is blanked, in order. Time is linear, however many are never closed. */
export function findComments(text: string): Comment[] {
  const comments: Comment[] = [];
  const unclosed = new Set<RegExp>();
  OPENING.lastIndex = 0;
  for (let found = OPENING.exec(text); found !== null; found = OPENING.exec(text)) {
    const [opening, html, mdx, definition] = found;
    const start = found.index;
    if (definition !== undefined) {
      comments.push({ content: singleSpaces(definition), start, end: start + opening.length });
      continue;
    }
    const closing = html === undefined ? CLOSING_OF_MDX : CLOSING_OF_HTML;
    const from = start + (html ?? mdx)!.length;
    closing.lastIndex = from;
    const closed = unclosed.has(closing) ? null : closing.exec(text);
    if (closed === null) {
      // None of this kind is closed after here; what is inside may be a comment of another kind.
      unclosed.add(closing);
      OPENING.lastIndex = start + 1;
      continue;
    }
    comments.push({ content: singleSpaces(text.slice(from, closed.index)), start, end: closing.lastIndex });
    OPENING.lastIndex = closing.lastIndex;
  }
  return comments;
}
