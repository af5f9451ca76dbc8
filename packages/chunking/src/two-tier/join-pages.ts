import { isSpace } from './sentences.js';

const PARAGRAPH_END = /[.!?:;)"'”’»\]|]$/u;
const GOES_ON = /^\p{Ll}/u;

/**
 * The text as blocks are to be read from it, of the same length: where a page ends inside a paragraph, blank lines and
 * form feed become spaces; every other form feed ends a line.
 *
 * @param cuts ascending offsets at which lines were left out
 */
export function joinPages(text: string, cuts: readonly number[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const { start, end } of pageBreaks(text, cuts)) {
    parts.push(
      text.slice(at, start),
      isInsideParagraph(text, start, end) ? joint(text, start, end) : text.slice(start, end),
    );
    at = end;
  }
  parts.push(text.slice(at));
  return (parts.length === 1 ? text : parts.join('')).replaceAll('\f', '\n');
}

/** Runs of white space that contain a form feed or a cut. */
function* pageBreaks(text: string, cuts: readonly number[]): Generator<{ start: number; end: number }> {
  let after = 0;
  let nextCut = 0;
  for (;;) {
    while (nextCut < cuts.length && cuts[nextCut]! < after) nextCut++;
    const feed = text.indexOf('\f', after);
    const cut = cuts[nextCut] ?? -1;
    const at = feed === -1 || (cut !== -1 && cut < feed) ? cut : feed;
    if (at === -1) return;
    let start = at;
    while (start > after && isSpace(text.charCodeAt(start - 1))) start--;
    let end = at;
    while (end < text.length && isSpace(text.charCodeAt(end))) end++;
    if (end > start) yield { start, end };
    after = Math.max(end, at + 1);
  }
}

function isInsideParagraph(text: string, start: number, end: number): boolean {
  if (start === 0 || end === text.length) return false;
  return !PARAGRAPH_END.test(text.slice(Math.max(0, start - 2), start)) && GOES_ON.test(text.slice(end, end + 2));
}

/** One line end, and spaces for the rest. */
function joint(text: string, start: number, end: number): string {
  const length = end - start;
  const lineEnd = text.startsWith('\r\n', start) ? '\r\n' : '\n';
  return length >= lineEnd.length ? lineEnd.padEnd(length) : ' ';
}
