import { normalizeIdentifier } from 'micromark-util-normalize-identifier';

const BACKSLASH = 92;
const OPENING_BRACKET = 91;
const CLOSING_BRACKET = 93;
const MAX_LABEL_LENGTH = 999;
/** A line end inside a label, with the quote markers at the start of the next line. */
const LINE_END_WITH_MARKERS = /(?:\r\n|\n|\r)[ \t>]*/g;

/** Key of a link definition, or of a footnote when its label starts with `^`; equivalent labels have the same key. */
export function referenceKey(label: string): string {
  return normalizeIdentifier(label.replace(LINE_END_WITH_MARKERS, ' '));
}

/**
 * Keys of every text in brackets between two offsets that could be the label of a reference: all labels of references,
 * and some other texts (in code, for example).
 */
export function bracketedKeys(text: string, start: number, end: number): Set<string> {
  const keys = new Set<string>();
  let open = text.indexOf('[', start);
  if (open === -1 || open >= end) return keys;
  for (let at = open + 1; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) at++;
    else if (code === OPENING_BRACKET) open = at;
    else if (code === CLOSING_BRACKET && open !== -1) {
      if (at - open - 1 <= MAX_LABEL_LENGTH) keys.add(referenceKey(text.slice(open + 1, at)));
      open = -1;
    }
  }
  return keys;
}
