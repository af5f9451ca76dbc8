import type { TextRange } from './kept-text.js';

/** A sentence, or what of a very long one is looked at in one go. */
export interface SentenceRange extends TextRange {
  readonly isWhole: boolean;
}

const LINE_END = /[\r\n\f\u2028\u2029\u0085]/g;
const ABBREVIATION =
  /(?:^|[\s(])(?:[A-Z]|Dr|Mr|Mrs|Ms|Prof|St|vs|e\.g|i\.e|Figs?|Nos?|Vol|pp?|cf|ca|al|ch|sec|eq|ed|eds)\.\s*$/;
const LONGEST_ABBREVIATION = 12;
/** Segmenting takes quadratic time on some texts, so it is done a window at a time; UTF-16 units. */
const WINDOW_LENGTH = 4000;
/** Made for the first text: it takes longer than the rest of what a process of Nx loads, and most cut no sentences. */
let segmenter: Intl.Segmenter | undefined;

/**
 * The sentences of a text between two offsets, white space around each left out, in order. A line end ends none; nor do
 * initials and common abbreviations. One that is longer than a window of 4000 characters comes in parts.
 */
export function* sentences(text: string, start: number, end: number): Generator<SentenceRange> {
  let windowStart = start;
  let isWhole = true;
  while (windowStart < end) {
    const windowEnd = windowEndOf(text, windowStart, end);
    const ends = sentenceEnds(text.slice(windowStart, windowEnd));
    // The last sentence may go on behind the window.
    if (windowEnd < end && ends.length > 1) ends.pop();
    const isCut = windowEnd < end && ends.length === 1 && windowStart + ends[0]! === windowEnd;
    let sentenceStart = windowStart;
    for (const length of ends) {
      const range = trimRange(text, sentenceStart, windowStart + length);
      if (range !== undefined) yield { ...range, isWhole: isWhole && !isCut };
      isWhole = !isCut;
      sentenceStart = windowStart + length;
    }
    windowStart = sentenceStart;
  }
}

/** Lengths from the window's start to the end of each of its sentences. */
function sentenceEnds(window: string): number[] {
  const flat = window.replace(LINE_END, ' ');
  const ends: number[] = [];
  segmenter ??= new Intl.Segmenter('en', { granularity: 'sentence' });
  for (const { index, segment } of segmenter.segment(flat)) {
    const length = index + segment.length;
    if (length === flat.length || !ABBREVIATION.test(segment.slice(-LONGEST_ABBREVIATION))) ends.push(length);
  }
  return ends;
}

/** Behind white space if there is any, and never inside a character. */
function windowEndOf(text: string, start: number, end: number): number {
  const longest = start + WINDOW_LENGTH;
  if (longest >= end) return end;
  let at = longest;
  while (at > start && !isSpace(text.charCodeAt(at - 1))) at--;
  if (at > start) return at;
  return (text.charCodeAt(longest) & 0xfc00) === 0xdc00 ? longest + 1 : longest;
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
