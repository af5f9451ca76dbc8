/** All but characters of scripts whose sentences the rules below tell apart as Unicode does: left to the engine. */
const NOT_SIMPLE = /[^\0-\u036f\u2000-\u200a\u2010-\u2027\u2030-\u205e\u20a0-\u20bf\u2100-\u23ff\u2500-\u2bff]/;
/** The quotes and brackets that close behind a terminator, and white space. */
const END = /["'()[\]{}«»\u2018-\u201f\u2039\u203a]*\s+/y;
const SPACE = 32;
const EXCLAMATION_MARK = 33;
const FULL_STOP = 46;
const QUESTION_MARK = 63;
const LOWER_A = 97;
const LOWER_Z = 122;
const CASE_BIT = 32;
/** What follows a full stop inside a sentence: a letter in lower case before any other letter or terminator. */
const LOWER_NEXT = /^[^\p{L}.!?]*\p{Ll}/u;
/** What goes on with a sentence behind any terminator. */
const CONTINUED = /^[,\-:;.!?\u2013\u2014]/;
const ABBREVIATION =
  /(?:^|[\s("'[])(?:[A-Z]|[Aa]pprox|[Cc]f|[Dd]r|[Ee]d|[Ee]tc|[Ee]\.g|[Ff]ig|[Ii]\.e|[Ii]nc|[Jj]r|[Ll]td|[Mm]r|[Mm]rs|[Mm]s|[Nn]o|[Pp]p|[Pp]rof|[Ss]r|[Ss]t|[Vv]ol|[Vv]s)$/;
const MAX_ABBREVIATION_LENGTH = 8;

let segmenter: Intl.Segmenter | undefined;

/**
 * Offsets in a paragraph at which a sentence starts, its own start left out. They are boundaries of `Intl.Segmenter`
 * (Unicode Standard Annex 29, line ends taken for spaces) that follow white space, but none behind "Dr." or an initial;
 * where a script needs no white space, all of them.
 *
 * The engine takes seconds a megabyte, so Latin text is read by the annex's rules here.
 */
export function sentenceStarts(paragraph: string): number[] {
  if (!areSentencesSimple(paragraph)) {
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

/** Whether a text holds nothing but characters with which `sentenceStartBefore` can do. */
export function areSentencesSimple(text: string): boolean {
  return !NOT_SIMPLE.test(text);
}

/**
 * The last offset before another at which `sentenceStarts` finds a sentence in the paragraph that a range of a text is;
 * the start of the range without one. What stands before is hardly read.
 */
export function sentenceStartBefore(text: string, rangeStart: number, rangeEnd: number, offset: number): number {
  for (let at = offset - 1; at >= rangeStart; at--) {
    const code = text.charCodeAt(at);
    if (code !== FULL_STOP && code !== QUESTION_MARK && code !== EXCLAMATION_MARK) continue;
    const start = startBehind(text, at + 1, rangeEnd);
    if (start >= offset || goesOn(text, start, rangeEnd, code === FULL_STOP)) continue;
    if (!followsAbbreviation(text, start, rangeStart)) return start;
  }
  return rangeStart;
}

/** Where a sentence may start behind a terminator that ends at an offset; `rangeEnd` where none does. */
function startBehind(text: string, offset: number, rangeEnd: number): number {
  if (text.charCodeAt(offset) === SPACE && isAsciiLetter(text.charCodeAt(offset + 1))) return offset + 1;
  END.lastIndex = 0;
  return END.test(text.slice(offset, rangeEnd)) ? offset + END.lastIndex : rangeEnd;
}

function goesOn(text: string, start: number, rangeEnd: number, isFullStop: boolean): boolean {
  const first = text.charCodeAt(start);
  if (isAsciiLetter(first)) return isFullStop && first >= LOWER_A;
  const behind = text.slice(start, rangeEnd);
  return CONTINUED.test(behind) || (isFullStop && LOWER_NEXT.test(behind));
}

function engineStarts(paragraph: string): number[] {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'sentence' });
  const starts: number[] = [];
  for (const { index } of segmenter.segment(paragraph.replace(/[\r\n\u2028\u2029]/g, ' ')))
    if (index > 0) starts.push(index);
  return starts;
}

/**
 * Whether what stands before an offset and its white space is a shortened word or an initial with its full stop.
 *
 * @param rangeStart where the paragraph starts
 */
export function followsAbbreviation(text: string, start: number, rangeStart = 0): boolean {
  let end = start;
  while (end > rangeStart && isWhiteSpace(text, end - 1)) end--;
  if (text.charCodeAt(end - 1) !== FULL_STOP || !isAsciiLetter(text.charCodeAt(end - 2))) return false;
  return ABBREVIATION.test(text.slice(Math.max(rangeStart, end - 1 - MAX_ABBREVIATION_LENGTH), end - 1));
}

function isWhiteSpace(text: string, offset: number): boolean {
  return text.charCodeAt(offset) === SPACE || /\s/.test(text[offset]!);
}

function isAsciiLetter(code: number): boolean {
  const lower = code | CASE_BIT;
  return lower >= LOWER_A && lower <= LOWER_Z;
}
