import { isInsidePair } from '@topicmill/text/scripts';
import { sentenceStarts } from '@topicmill/text/sentences';
import type { TextRange } from './kept-text.js';

/** A sentence, or a part of a very long one. */
export interface SentenceRange extends TextRange {
  readonly isWhole: boolean;
}

/** A sentence longer than this is returned in parts, so that time and memory stay bounded; in UTF-16 units. */
const WINDOW_LENGTH = 4000;

/**
 * The sentences of a text between two offsets, without the white space around each, in order. One that is longer
 * than a window of 4000 characters is returned in parts.
 */
export function* sentences(text: string, start: number, end: number): Generator<SentenceRange> {
  let windowStart = start;
  let isWhole = true;
  while (windowStart < end) {
    const windowEnd = windowEndOf(text, windowStart, end);
    const window = text.slice(windowStart, windowEnd);
    const ends = [...sentenceStarts(window), window.length];
    // The last sentence may continue after the window.
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

/** After white space if there is any, and never inside a character. */
function windowEndOf(text: string, start: number, end: number): number {
  const longest = start + WINDOW_LENGTH;
  if (longest >= end) return end;
  let at = longest;
  while (at > start && !isSpace(text.charCodeAt(at - 1))) at--;
  if (at > start) return at;
  return isInsidePair(text, longest) ? longest + 1 : longest;
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
