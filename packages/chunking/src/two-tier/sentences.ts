import { isInsideSurrogatePair } from '@topicmill/text/scripts';
import { sentenceStarts } from '@topicmill/text/sentences';

/** A sentence, or a part of a very long one. */
interface SentenceRange extends TextRange {
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
    const windowEnd = findWindowEnd(text, windowStart, end);
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
function findWindowEnd(text: string, start: number, end: number): number {
  const longest = start + WINDOW_LENGTH;
  if (longest >= end) return end;
  let at = longest;
  while (at > start && !isSpace(text.charCodeAt(at - 1))) at--;
  if (at > start) return at;
  return isInsideSurrogatePair(text, longest) ? longest + 1 : longest;
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

/** A range of UTF-16 offsets. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** A text with ranges left out. */
export interface KeptText {
  readonly text: string;
  /** Offsets in `text` at which ranges were left out, ascending. */
  readonly cuts: readonly number[];
  /** Characters left out up to and at each cut. */
  readonly shifts: readonly number[];
}

/** @param ranges ascending and disjoint */
export function keepText(source: string, ranges: readonly TextRange[]): KeptText {
  const parts: string[] = [];
  const cuts: number[] = [];
  const shifts: number[] = [];
  let shift = 0;
  let at = 0;
  for (const { start, end } of ranges) {
    parts.push(source.slice(at, start));
    shift += end - start;
    cuts.push(end - shift);
    shifts.push(shift);
    at = end;
  }
  parts.push(source.slice(at));
  return { text: ranges.length === 0 ? source : parts.join(''), cuts, shifts };
}

/** Gives the offset in the source of the character at an offset of the kept text; offsets must not fall from call to call. */
export function sourceMover({ cuts, shifts }: KeptText): (offset: number) => number {
  let next = 0;
  return (offset) => {
    while (next < cuts.length && cuts[next]! <= offset) next++;
    return offset + (shifts[next - 1] ?? 0);
  };
}

/** Where a chunk is in the book as read. */
interface Place {
  /** UTF-16 offsets. */
  readonly start: number;
  readonly end: number;
  /** 1-based; missing in a book without form feeds. */
  readonly page?: number;
}

/** Finds the places of ranges of the kept text that follow each other. */
export class PlaceCursor {
  private readonly sourceOffset: (offset: number) => number;
  private feedCount = 0;

  constructor(
    kept: KeptText,
    private readonly formFeeds: readonly number[],
  ) {
    this.sourceOffset = sourceMover(kept);
  }

  /** @param end not below the end asked for before */
  place(keptStart: number, keptEnd: number): Place {
    const start = this.sourceOffset(keptStart);
    const end = this.sourceOffset(keptEnd - 1) + 1;
    if (this.formFeeds.length === 0) return { start, end };
    while (this.feedCount < this.formFeeds.length && this.formFeeds[this.feedCount]! < start) this.feedCount++;
    return { start, end, page: this.feedCount + 1 };
  }
}
