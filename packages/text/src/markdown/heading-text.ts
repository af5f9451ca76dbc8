import { isSpaceOrTab, runLength, skipSpaces } from './line-cursor.js';

/** Between the headings of a breadcrumb. */
export const BREADCRUMB_SEPARATOR = ' > ';

/** Headings from the outermost to the nearest, on one line: `Guide > Setup`. */
export function joinBreadcrumb(headings: readonly string[]): string {
  return headings.join(BREADCRUMB_SEPARATOR);
}

const HASH = 35;

/** The text of a `#` heading between its opening marker, which ends at `start`, and its closing one. */
export function atxText(text: string, start: number, end: number): string {
  const first = skipSpaces(text, start, end);
  const last = skipSpacesBack(text, end, first);
  let hashes = last;
  while (hashes > first && text.charCodeAt(hashes - 1) === HASH) hashes--;
  const isClosed = hashes < last && (hashes === first || isSpaceOrTab(text.charCodeAt(hashes - 1)));
  return text.slice(first, isClosed ? skipSpacesBack(text, hashes, first) : last);
}

/**
 * The lines of an underlined heading without the white space around them, joined by `\n`.
 *
 * @param written the lines as they are written, without the underline
 * @param isContained whether they are in containers, whose markers are left out
 */
export function setextLines(written: string, isContained: boolean): string {
  const lines = isContained ? withoutContainers(written) : written;
  return lines
    .split(/\r\n|\n|\r/)
    .map((line) => line.slice(skipSpaces(line, 0, line.length), skipSpacesBack(line, line.length, 0)))
    .join('\n')
    .replace(/^\n+|(?<!\n)\n+$/g, '');
}

function withoutContainers(written: string): string {
  const first = written.replace(/^(?:[ \t>]|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t])|\[\^[^\]\s]+\]:)+/, '');
  return first.replace(/(\r\n|\n|\r)[ \t>]+/g, '$1');
}

/** Length of the marker of a `#` heading at `at`; 0 when there is none. */
export function atxLevel(text: string, at: number, end: number, isTight = false): number {
  const level = runLength(text, at, end, HASH);
  const after = at + level;
  return level <= 6 && (isTight || after === end || isSpaceOrTab(text.charCodeAt(after))) ? level : 0;
}

function skipSpacesBack(text: string, end: number, start: number): number {
  let offset = end;
  while (offset > start && isSpaceOrTab(text.charCodeAt(offset - 1))) offset--;
  return offset;
}
