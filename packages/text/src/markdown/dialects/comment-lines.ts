import type { Dialect } from './dialect.js';
import type { VainReads } from './vain-reads.js';

/** Of MyST: comments, targets such as `(label)=`, breaks between blocks and cells, and those between the parts of a card. */
const OF_MYST = /(?:%[^\r\n]*|\([^()\s][^()\r\n]*\)=[ \t]*|\+\+\+[^\r\n]*|\^{3,}[ \t]*)(?=[\r\n]|$)/y;
const PERCENT = 37;

/**
 * Where lines end, from the content of one on, that are comments or marks for the generator alone; `undefined` for
 * other text, for what ends on its line among other text, and for a comment that is never closed.
 */
export function commentLinesEnd(dialect: Dialect, text: string, at: number, vainReads: VainReads): number | undefined {
  if (dialect.inline === 'roles') {
    OF_MYST.lastIndex = at;
    return OF_MYST.test(text) ? OF_MYST.lastIndex : undefined;
  }
  return dialect.inline === 'vault' ? percentCommentEnd(text, at, vainReads) : undefined;
}

/** Of Obsidian: what is between two `%%`, over blank lines too. */
function percentCommentEnd(text: string, at: number, vainReads: VainReads): number | undefined {
  if (text.charCodeAt(at) !== PERCENT || text.charCodeAt(at + 1) !== PERCENT) return undefined;
  const limit = vainReads.limit(at, text.length);
  const end = limit < text.length ? -1 : text.indexOf('%%', at + 2);
  if (end === -1) {
    vainReads.add(at, limit);
    return undefined;
  }
  return /[\r\n]/.test(text.slice(at, end)) ? end + 2 : undefined;
}
