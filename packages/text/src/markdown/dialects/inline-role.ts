import { type InlineMark, markOf } from './inline-mark.js';
import type { VainReads } from './vain-reads.js';

const ROLE = /\{([A-Za-z][\w:.+-]*)\}(`+)/y;
/** Roles whose text stays code. */
const OF_CODE =
  /^(?:code|math|literal|command|file|samp|program|option|envvar|func|class|meth|mod|attr|obj|exc|data|const|(?:py|c|cpp|js|rst|std):.*)$/;
/** A picture that a name stands for. */
const OF_ICON = /^(?:octicon|fa[srb]|icon|material-[a-z]+)$/;

/** The role of MyST that starts at the brace at `at`: `` {name}`text <target>` `` is its text. */
export function roleMark(text: string, at: number, end: number, vainReads: VainReads): InlineMark | undefined {
  ROLE.lastIndex = at;
  const found = ROLE.exec(text);
  if (found === null) return undefined;
  const [written, name = '', ticks = ''] = found;
  const start = at + written.length;
  const limit = vainReads.limit(at, end);
  const closing = closingRun(text, start, limit, ticks.length);
  if (closing === -1) {
    vainReads.add(at, limit);
    return undefined;
  }
  const last = closing + ticks.length;
  if (OF_ICON.test(name)) return markOf(at, last);
  const shownEnd = start + textLength(text.slice(start, closing));
  const isCode = OF_CODE.test(name);
  return {
    pieces: [
      { start: at, end: isCode ? start - ticks.length : start, text: '' },
      { start: shownEnd, end: isCode ? closing : last, text: '' },
    ].filter((piece) => piece.end > piece.start),
    readOnFrom: last,
  };
}

/** Length of a role's text without the target in angle brackets after it. */
function textLength(content: string): number {
  const angle = content.endsWith('>') ? content.lastIndexOf('<') : -1;
  const before = angle === -1 ? '' : content.slice(0, angle).trimEnd();
  return before === '' ? content.length : before.length;
}

/** Offset of the next run of this many backticks; -1 without one. */
function closingRun(text: string, from: number, limit: number, length: number): number {
  for (let at = text.indexOf('`', from); at !== -1 && at < limit; ) {
    let end = at;
    while (end < limit && text[end] === '`') end++;
    if (end - at === length) return at;
    at = text.indexOf('`', end);
  }
  return -1;
}
