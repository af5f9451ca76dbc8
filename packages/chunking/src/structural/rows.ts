import type { ParsedMarkdown } from './parse-markdown.js';

/** Between two cells. */
const CELL_END = ' | ';

/**
 * Whether a paragraph is a table without the rule that would make it one, as texts have that were made from files of
 * another kind: two lines or more, each with cells that bars between spaces part.
 *
 * @param firstLine 0-based lines of the scan, the last included
 */
export function isRows(
  { type, firstLine, lastLine }: { readonly type: string; readonly firstLine: number; readonly lastLine: number },
  { text, scan }: ParsedMarkdown,
): boolean {
  if (type !== 'paragraph' || firstLine === lastLine) return false;
  for (let line = firstLine; line <= lastLine; line++) {
    if (!text.slice(scan.starts[line], scan.starts[line + 1]).includes(CELL_END)) return false;
  }
  return true;
}
