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
const LOWER_NEXT = /[^\p{L}.!?]*\p{Ll}/uy;
/** What goes on with a sentence behind any terminator. */
const CONTINUED = /[,\-:;.!?\u2013\u2014]/y;
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
  return lastSentenceStarts(paragraph, Number.POSITIVE_INFINITY);
}

/** The last of these offsets, as many as `count`, at least 1, if there are so many: text before them is hardly read. */
export function lastSentenceStarts(paragraph: string, count: number): number[] {
  if (NOT_SIMPLE.test(paragraph)) {
    return engineStarts(paragraph)
      .filter((start) => !followsAbbreviation(paragraph, start))
      .slice(-count);
  }
  const starts: number[] = [];
  for (let at = paragraph.length - 1; at >= 0 && starts.length < count; at--) {
    const code = paragraph.charCodeAt(at);
    if (code !== FULL_STOP && code !== QUESTION_MARK && code !== EXCLAMATION_MARK) continue;
    const start = startBehind(paragraph, at + 1);
    if (start === undefined || start === paragraph.length || goesOn(paragraph, start, code === FULL_STOP)) continue;
    if (!followsAbbreviation(paragraph, start)) starts.push(start);
  }
  return starts.reverse();
}

/** Where a sentence may start behind a terminator that ends at an offset. */
function startBehind(paragraph: string, offset: number): number | undefined {
  if (paragraph.charCodeAt(offset) === SPACE && isAsciiLetter(paragraph.charCodeAt(offset + 1))) return offset + 1;
  END.lastIndex = offset;
  return END.test(paragraph) ? END.lastIndex : undefined;
}

function goesOn(paragraph: string, start: number, isFullStop: boolean): boolean {
  const first = paragraph.charCodeAt(start);
  if (isAsciiLetter(first)) return isFullStop && first >= LOWER_A;
  CONTINUED.lastIndex = start;
  if (CONTINUED.test(paragraph)) return true;
  if (!isFullStop) return false;
  LOWER_NEXT.lastIndex = start;
  return LOWER_NEXT.test(paragraph);
}

function engineStarts(paragraph: string): number[] {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'sentence' });
  const starts: number[] = [];
  for (const { index } of segmenter.segment(paragraph.replace(/[\r\n\u2028\u2029]/g, ' ')))
    if (index > 0) starts.push(index);
  return starts;
}

/** Whether what stands before an offset and its white space is a shortened word or an initial with its full stop. */
export function followsAbbreviation(paragraph: string, start: number): boolean {
  let end = start;
  while (end > 0 && isWhiteSpace(paragraph, end - 1)) end--;
  if (paragraph.charCodeAt(end - 1) !== FULL_STOP) return false;
  return ABBREVIATION.test(paragraph.slice(Math.max(0, end - 1 - MAX_ABBREVIATION_LENGTH), end - 1));
}

function isWhiteSpace(text: string, offset: number): boolean {
  return text.charCodeAt(offset) === SPACE || /\s/.test(text[offset]!);
}

function isAsciiLetter(code: number): boolean {
  const lower = code | CASE_BIT;
  return lower >= LOWER_A && lower <= LOWER_Z;
}
