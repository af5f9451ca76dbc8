import type { Chunk, ParentHeading } from './chunk.js';

const LEADING_BLANK_LINES = /^(?:[^\S\r\n]*(?:\r\n|\n|\r))+/;

/** The text without blank lines at both ends; the line end of its last line is left out too. */
export function trimBlankLines(text: string): string {
  if (text.trim() === '') return '';
  return trimBlankEnd(text.replace(LEADING_BLANK_LINES, ''));
}

/** Not by one pattern: with all blank lines of a text it would begin anew, and with CRLF twice for each of them. */
function trimBlankEnd(text: string): string {
  const { length } = text.trimEnd();
  const lineEnd = text.slice(length).search(/[\r\n]/);
  return lineEnd === -1 ? text : text.slice(0, length + lineEnd);
}

/** What a chunk's file contains: the parent headings, one per line, a blank line, the trimmed own text and a newline. */
export function chunkFileText(chunk: Pick<Chunk, 'parents' | 'startOffset' | 'endOffset'>, source: string): string {
  const own = trimBlankLines(source.slice(chunk.startOffset, chunk.endOffset));
  const headings = chunk.parents.map(headingLine).join('');
  return headings === '' ? `${own}\n` : `${headings}\n${own}\n`;
}

function headingLine(heading: ParentHeading): string {
  return `${'#'.repeat(heading.level)} ${heading.text}\n`;
}
