import { braceEnd, MAX_ATTRIBUTES } from './braces.js';
import type { InlineMark } from './inline-mark.js';
import type { VainReads } from './vain-reads.js';

/** Nobody marks longer texts. In UTF-16 units. */
const MAX_LENGTH = 1000;

interface SpanPlace {
  /** Where the markup starts: the bracket, or the name before it. */
  readonly start: number;
  readonly bracket: number;
  /** Of the block. */
  readonly end: number;
}

/** The text in brackets with attributes in braces after them: `[text]{.class}`. */
export function spanAt(
  text: string,
  { start, bracket, end }: SpanPlace,
  vainReads: VainReads,
  needsBraces: boolean,
): InlineMark | undefined {
  const limit = Math.min(vainReads.limit(bracket, end), bracket + MAX_LENGTH);
  const closing = closingBracket(text, bracket, limit);
  const last = closing === -1 ? -1 : braceEnd(text.slice(0, Math.min(end, closing + MAX_ATTRIBUTES)), closing + 1);
  if (closing === -1 || (needsBraces && last === -1)) {
    vainReads.add(bracket, closing === -1 ? limit : closing);
    return undefined;
  }
  return {
    pieces: [
      { start, end: bracket + 1, text: '' },
      { start: closing, end: last === -1 ? closing + 1 : last, text: '' },
    ],
    readOnFrom: bracket + 1,
  };
}

/** Offset of the bracket that closes the one at `at`; -1 without one, or with half a code span between them. */
function closingBracket(text: string, at: number, limit: number): number {
  let depth = 0;
  let ticks = 0;
  for (let offset = at; offset < limit; offset++) {
    const character = text[offset];
    if (character === '\\') offset++;
    else if (character === '`') ticks++;
    else if (character === '[') depth++;
    else if (character === ']' && --depth === 0) return ticks % 2 === 0 ? offset : -1;
  }
  return -1;
}
