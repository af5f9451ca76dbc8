import type { TextRange } from './kept-text.js';

const LINE_END = /[\r\n\f\u2028\u2029\u0085]/g;
const ABBREVIATION =
  /(?:^|[\s(])(?:[A-Z]|Dr|Mr|Mrs|Ms|Prof|St|vs|e\.g|i\.e|Figs?|Nos?|Vol|pp?|cf|ca|al|ch|sec|eq|ed|eds)\.\s*$/;
const LONGEST_ABBREVIATION = 12;
const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/**
 * The sentences of a text between two offsets, white space around each left out, in order. A line end ends none; nor do
 * initials and common abbreviations.
 */
export function* sentences(text: string, start: number, end: number): Generator<TextRange> {
  const flat = text.slice(start, end).replace(LINE_END, ' ');
  let sentenceStart = 0;
  for (const { index, segment } of segmenter.segment(flat)) {
    const segmentEnd = index + segment.length;
    if (segmentEnd < flat.length && ABBREVIATION.test(segment.slice(-LONGEST_ABBREVIATION))) continue;
    const range = trimRange(text, start + sentenceStart, start + segmentEnd);
    if (range !== undefined) yield range;
    sentenceStart = segmentEnd;
  }
}

/** The range without white space at both ends; `undefined` when there is nothing else in it. */
export function trimRange(text: string, start: number, end: number): TextRange | undefined {
  let first = start;
  let last = end;
  while (first < last && isSpace(text.charCodeAt(first))) first++;
  while (last > first && isSpace(text.charCodeAt(last - 1))) last--;
  return first < last ? { start: first, end: last } : undefined;
}

export function isSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13) || (code > 127 && /\s/.test(String.fromCharCode(code)));
}
