import { type BookLines, trimmedLine } from './book-lines.js';

/** Lines at the top and at the bottom of a page among which headers and footers are looked for. */
const EDGE_LINES = 3;
const MAX_LENGTH = 120;
/** A line recurs when it is in the same place of more pages than this. */
const MAX_CHANCE = 3;
/** The last words of a sentence, which begin in the line before. */
const ENDS_SENTENCE = /^\p{Ll}.*[.!?]["'”’)]?$/u;
const NUMBER_AT_END = /^(.*?)[\s|·•–—-]*\b(\d{1,4})$/;
const NUMBER_AT_START = /^(\d{1,4})\b[\s|·•–—-]*(.*)$/;

/** A line at an edge of a page, counted from that edge. */
export interface EdgeLine {
  readonly line: number;
  readonly page: number;
  /** 0, 1, 2 from the top; -1, -2, -3 from the bottom. */
  readonly place: number;
  readonly text: string;
}

/**
 * The lines at the edges of pages that are not blank, by page.
 *
 * @param pages page of each line
 */
export function edgeLines(lines: BookLines, pages: Uint32Array): EdgeLine[] {
  const found: EdgeLine[] = [];
  let pageLines: number[] = [];
  const closePage = () => {
    pageLines.forEach((line, index) => {
      const fromEnd = index - pageLines.length;
      const page = pages[line]!;
      const text = trimmedLine(lines, line);
      if (index < EDGE_LINES) found.push({ line, page, place: index, text });
      if (fromEnd >= -EDGE_LINES) found.push({ line, page, place: fromEnd, text });
    });
    pageLines = [];
  };
  for (let line = 0; line < lines.lineCount; line++) {
    if (line > 0 && pages[line] !== pages[line - 1]) closePage();
    if (trimmedLine(lines, line) !== '') pageLines.push(line);
  }
  closePage();
  return found;
}

/**
 * Lines of headers and footers: they are in the same place of more than three pages, with the same words and at most
 * a number that runs with the pages. `Chapter 1`, `Chapter 2` … do not run with the pages.
 */
export function runningLines(edges: readonly EdgeLine[]): Set<number> {
  const places = new Map<string, number[]>();
  for (const edge of edges) {
    if (edge.text.length > MAX_LENGTH || !/\p{L}/u.test(edge.text) || ENDS_SENTENCE.test(edge.text)) continue;
    for (const key of keysOf(edge)) {
      const lines = places.get(key);
      if (lines === undefined) places.set(key, [edge.line]);
      else lines.push(edge.line);
    }
  }
  const running = new Set<number>();
  for (const lines of places.values()) if (lines.length > MAX_CHANCE) for (const line of lines) running.add(line);
  return running;
}

function keysOf({ place, page, text }: EdgeLine): string[] {
  const keys = [`${place} ${text}`];
  const atEnd = NUMBER_AT_END.exec(text);
  if (atEnd !== null) keys.push(`${place} ${atEnd[1]} ${Number(atEnd[2]) - page}+`);
  const atStart = NUMBER_AT_START.exec(text);
  if (atStart !== null) keys.push(`${place} +${Number(atStart[1]) - page} ${atStart[2]}`);
  return keys;
}
