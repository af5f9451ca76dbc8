import { isInsideSurrogatePair, segmenterFor } from './scripts.js';

const SPACE = 32;
const LOWER_A = 97;
const LOWER_Z = 122;
const CASE_BIT = 32;

export function isWhiteSpace(text: string, offset: number): boolean {
  return text.charCodeAt(offset) === SPACE || /\s/.test(text[offset]!);
}

export function isAsciiLetter(code: number): boolean {
  const lower = code | CASE_BIT;
  return lower >= LOWER_A && lower <= LOWER_Z;
}

const FULL_STOP = 46;
/** Initials and abbreviations whose full stop does not end a sentence, in lower case or with a capital letter. */
const ABBREVIATION =
  /(?:^|[\s("'[])(?:[A-Z]|[Aa]l|[Aa]pprox|[Cc]a|[Cc]f|[Cc]h|[Dd]r|[Ee]ds?|[Ee]q|[Ee]tc|[Ee]\.g|[Ff]igs?|[Ii]\.e|[Ii]nc|[Jj]r|[Ll]td|[Mm]rs?|[Mm]s|[Nn]os?|[Pp]p?|[Pp]rof|[Ss]ec|[Ss]r|[Ss]t|[Vv]ol|[Vv]s)$/;
const MAX_ABBREVIATION_LENGTH = 8;

/**
 * Whether the text before an offset, ignoring white space, ends in an abbreviation or an initial with its full stop.
 *
 * @param rangeStart where the paragraph starts
 */
export function followsAbbreviation(text: string, start: number, rangeStart = 0): boolean {
  let end = start;
  while (end > rangeStart && isWhiteSpace(text, end - 1)) end--;
  if (text.charCodeAt(end - 1) !== FULL_STOP || !isAsciiLetter(text.charCodeAt(end - 2))) return false;
  return ABBREVIATION.test(text.slice(Math.max(rangeStart, end - 1 - MAX_ABBREVIATION_LENGTH), end - 1));
}

/** Characters of scripts whose sentences the rules below do not split as Unicode does; they are left to the engine. */
const COMPLEX_SCRIPT = /[^\0-\u036f\u2000-\u200a\u2010-\u2027\u2030-\u205e\u20a0-\u20bf\u2100-\u23ff\u2500-\u2bff]/;
/** Closing quotes and brackets after a terminator, and white space. */
const SENTENCE_END = /["'()[\]{}«»\u2018-\u201f\u2039\u203a]*\s+/y;
const END_CHARACTER = /["'()[\]{}«»\u2018-\u201f\u2039\u203a\s]/;
const EXCLAMATION_MARK = 33;
const QUESTION_MARK = 63;
/** Text after a full stop that does not end a sentence: a lower-case letter before any other letter or terminator. */
const LOWER_NEXT = /^[^\p{L}.!?]*\p{Ll}/u;
/** Text that continues a sentence after any terminator. */
const CONTINUATION = /^[,\-:;.!?\u2013\u2014]/;
const CAPITAL = /[\p{Lu}\p{Lt}]/u;
/** The end of a sentence in a text without capital letters. */
const PLAIN_END = /[.!?]\s+/g;
/** The engine takes quadratic time on long texts, so it reads a window at a time; in UTF-16 units. */
const WINDOW_LENGTH = 4000;

/**
 * Offsets in a paragraph at which a sentence starts, its own start left out. They are boundaries of `Intl.Segmenter`
 * (Unicode Standard Annex 29, line ends taken for spaces) that follow white space, but none after "Dr." or an initial;
 * all of them where a script needs no white space. In a paragraph without capitals every full stop before white space
 * ends a sentence too.
 *
 * The engine takes seconds per megabyte, so Latin text is read by the annex's rules here.
 */
export function sentenceStarts(paragraph: string): number[] {
  if (CAPITAL.test(paragraph)) return startsByCapitals(paragraph);
  const plain = [...paragraph.matchAll(PLAIN_END)].map(({ 0: end, index }) => index + end.length);
  const isStart = (start: number) => start < paragraph.length && !followsAbbreviation(paragraph, start);
  const starts = new Set([...plain.filter(isStart), ...startsByCapitals(paragraph)]);
  return [...starts].sort((a, b) => a - b);
}

function startsByCapitals(paragraph: string): number[] {
  if (!isSimpleText(paragraph)) {
    return engineStarts(paragraph).filter((start) => !followsAbbreviation(paragraph, start));
  }
  const starts: number[] = [];
  const { length } = paragraph;
  for (let last = sentenceStartBefore(paragraph, 0, length, length); last > 0; ) {
    starts.push(last);
    last = sentenceStartBefore(paragraph, 0, length, last);
  }
  return starts.reverse();
}

/** The sentences of a paragraph, without the white space around them. */
export function splitSentences(paragraph: string): string[] {
  const starts = [0, ...sentenceStarts(paragraph)];
  return starts.map((start, i) => paragraph.slice(start, starts[i + 1]).trim()).filter((sentence) => sentence !== '');
}

/** Whether a text consists of characters that `sentenceStartBefore` knows the rules for. */
export function isSimpleText(text: string): boolean {
  return !COMPLEX_SCRIPT.test(text);
}

/** Whether `sentenceStartBefore` finds the same sentences in a paragraph as `sentenceStarts`. */
export function areReadBackward(paragraph: string, isSimple: boolean): boolean {
  return (isSimple || isSimpleText(paragraph)) && CAPITAL.test(paragraph);
}

/**
 * The last sentence start before an offset, as `sentenceStarts` finds it in the paragraph from `rangeStart` to `rangeEnd`;
 * `rangeStart` if there is none. Text before the result is hardly read.
 *
 * @param least how early a start is of interest: text before it is hardly read, and if no sentence starts from here on,
 *   the result is an earlier start or `rangeStart`
 */
export function sentenceStartBefore(
  text: string,
  rangeStart: number,
  rangeEnd: number,
  offset: number,
  least = rangeStart,
): number {
  for (let at = offset - 1; at >= rangeStart; at--) {
    const code = text.charCodeAt(at);
    if (code !== FULL_STOP && code !== QUESTION_MARK && code !== EXCLAMATION_MARK) {
      // Between a terminator and the start after it there is nothing else.
      if (at < least && !END_CHARACTER.test(text[at]!)) return rangeStart;
      continue;
    }
    const start = startAfter(text, at + 1, rangeEnd);
    if (start >= offset || goesOn(text, start, rangeEnd, code === FULL_STOP)) continue;
    if (!followsAbbreviation(text, start, rangeStart)) return start;
  }
  return rangeStart;
}

/** Where a sentence may start after a terminator that ends at an offset; `rangeEnd` if none does. */
function startAfter(text: string, offset: number, rangeEnd: number): number {
  if (text.charCodeAt(offset) === SPACE && isAsciiLetter(text.charCodeAt(offset + 1))) return offset + 1;
  SENTENCE_END.lastIndex = 0;
  return SENTENCE_END.test(text.slice(offset, rangeEnd)) ? offset + SENTENCE_END.lastIndex : rangeEnd;
}

function goesOn(text: string, start: number, rangeEnd: number, isFullStop: boolean): boolean {
  const first = text.charCodeAt(start);
  if (isAsciiLetter(first)) return isFullStop && first >= LOWER_A;
  const rest = text.slice(start, rangeEnd);
  return CONTINUATION.test(rest) || (isFullStop && LOWER_NEXT.test(rest));
}

function engineStarts(paragraph: string): number[] {
  const segmenter = segmenterFor(paragraph, 'sentence');
  const text = paragraph.replace(/[\r\n\u2028\u2029]/g, ' ');
  const starts: number[] = [];
  for (let windowStart = 0; windowStart < text.length; ) {
    const windowEnd = windowEndAfter(text, windowStart);
    const found = [...segmenter.segment(text.slice(windowStart, windowEnd))].map(({ index }) => windowStart + index);
    for (const start of found) if (start > windowStart) starts.push(start);
    // The last sentence may go on after the window.
    windowStart = windowEnd < text.length && found.length > 1 ? found.at(-1)! : windowEnd;
  }
  return starts;
}

/** After white space if there is any, and never inside a character. */
function windowEndAfter(text: string, start: number): number {
  const longest = start + WINDOW_LENGTH;
  if (longest >= text.length) return text.length;
  for (let at = longest; at > start + WINDOW_LENGTH / 2; at--) if (isWhiteSpace(text, at - 1)) return at;
  return isInsideSurrogatePair(text, longest) ? longest + 1 : longest;
}
