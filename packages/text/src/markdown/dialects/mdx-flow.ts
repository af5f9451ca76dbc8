import { isSpaceOrTab } from '../line-cursor.js';
import { jsxTag } from './jsx-tag.js';
import { ScriptScanner } from './script-scanner.js';
import type { VainReads } from './vain-reads.js';

const LESS_THAN = 60;
const OPENING_BRACE = 123;

const MODULE_CODE =
  /(?:import\s+(?:["'{*]|[\w$]+(?:\s+from\b|\s*,))|export\s+(?:(?:async|class|const|default|function|let|var)\b|[{*]))/y;
const BLANK_LINE = /(?:\r\n|\n|\r)[ \t]*(?:\r\n|\n|\r|$)/g;

/**
 * Offset of the end of the last line of the JSX tags and expressions that fill lines from `at` on, line end left out;
 * -1 if there is other text among them.
 */
export function flowEnd(text: string, at: number, limit: number, vainReads: VainReads): number {
  let end = at;
  for (;;) {
    while (end < limit && isSpaceOrTab(text.charCodeAt(end))) end++;
    const code = end < limit ? text.charCodeAt(end) : 10;
    if (code === 10 || code === 13) return end;
    const next = code === LESS_THAN || code === OPENING_BRACE ? constructEnd(text, end, limit, vainReads) : -1;
    if (next === -1) return -1;
    end = next;
  }
}

/** Offset after the tag, comment or expression that starts at `at`; -1 when there is none. */
function constructEnd(text: string, at: number, limit: number, vainReads: VainReads): number {
  if (text.charCodeAt(at) === OPENING_BRACE) return new ScriptScanner(text, limit, vainReads).closingBrace(at + 1);
  if (text.startsWith('<!--', at)) return commentEnd(text, at, limit, vainReads);
  return jsxTag(text, at, limit, vainReads)?.end ?? -1;
}

/** Offset after the HTML comment that starts at `at`; -1 when it does not end. */
export function commentEnd(text: string, at: number, limit: number, vainReads: VainReads): number {
  const length = text.slice(at + 4, limit).indexOf('-->');
  if (length !== -1) return at + 4 + length + 3;
  vainReads.add(at, limit);
  return -1;
}

/** Offset of the end of the last line of the imports and exports that start at `at`; -1 for other text. */
export function moduleCodeEnd(text: string, at: number, limit: number, vainReads: VainReads): number {
  MODULE_CODE.lastIndex = at;
  if (!MODULE_CODE.test(text)) return -1;
  const end = new ScriptScanner(text, limit, vainReads).moduleEnd(at);
  if (end !== -1) return end;
  BLANK_LINE.lastIndex = at;
  return BLANK_LINE.exec(text)?.index ?? limit;
}
