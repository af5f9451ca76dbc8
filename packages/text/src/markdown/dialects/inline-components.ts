import { braceEnd, MAX_ATTRIBUTES, textAttributes } from './braces.js';
import { type InlineMark, markOf } from './inline-mark.js';
import { spanAt } from './inline-span.js';
import type { VainReads } from './vain-reads.js';

const NAME = /(?<![\w:]):[A-Za-z][\w-]{0,100}(?=[[{])/y;

/** A break or a rule, which need no attributes to be known. */
const BREAK = /(?<![\w:]):[bh]r(?![\w:[{-])/y;

/** The component of MDC inside of a line that starts at the colon at `at`: `:name[text]{attributes}`. */
export function componentMark(text: string, at: number, end: number, vainReads: VainReads): InlineMark | undefined {
  BREAK.lastIndex = at;
  if (BREAK.test(text)) return markOf(at, BREAK.lastIndex, ' ');
  NAME.lastIndex = at;
  if (!NAME.test(text)) return undefined;
  const afterName = NAME.lastIndex;
  if (text[afterName] === '[') return spanAt(text, { start: at, bracket: afterName, end }, vainReads, false);
  const last = braceEnd(text.slice(0, Math.min(end, afterName + MAX_ATTRIBUTES)), afterName);
  if (last === -1) return undefined;
  const titles = textAttributes(text.slice(afterName, last));
  return markOf(at, last, titles.length === 0 ? '' : ` ${titles.join(' ')} `);
}
