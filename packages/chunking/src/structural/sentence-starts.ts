/** Characters of scripts whose sentences the rules below tell apart as Unicode does; others are left to the engine. */
const SIMPLE = /^[\0-\u036f\u2000-\u200a\u2010-\u2027\u2030-\u205e\u20a0-\u20bf\u2100-\u23ff\u2500-\u2bff]*$/;
/** A terminator, the quotes and brackets that close behind it, and white space. */
const END = /([.!?])["'()[\]{}«»\u2018-\u201f\u2039\u203a]*(?:\s+)/g;
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
  const starts = SIMPLE.test(paragraph) ? simpleStarts(paragraph) : engineStarts(paragraph);
  return starts.filter((start) => !followsAbbreviation(paragraph, start));
}

function simpleStarts(paragraph: string): number[] {
  const starts: number[] = [];
  END.lastIndex = 0;
  for (let match = END.exec(paragraph); match !== null; match = END.exec(paragraph)) {
    const start = END.lastIndex;
    if (start < paragraph.length && !goesOn(paragraph, start, match[1] === '.')) starts.push(start);
  }
  return starts;
}

function goesOn(paragraph: string, start: number, isFullStop: boolean): boolean {
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
  while (end > 0 && /\s/.test(paragraph[end - 1]!)) end--;
  if (paragraph[end - 1] !== '.') return false;
  return ABBREVIATION.test(paragraph.slice(Math.max(0, end - 1 - MAX_ABBREVIATION_LENGTH), end - 1));
}
