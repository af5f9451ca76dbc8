import type { ScannedLines } from '../block-scanner.js';
import { CONTAINER_MASK, ContainerMark } from '../line-cursor.js';
import type { Region } from './dialect-scan.js';

/** Columns by which the body of an admonition or a content tab is indented. */
const BODY_INDENT = 4;
const TAB_STOP = 4;
const BLANK = -1;

const ADMONITION = /(?:!!!|\?\?\?\+?)[ \t]*[\w-]+(?:[ \t]+[\w-]+)*(?:[ \t]+"[^"\r\n]*")?[ \t]*(?=[\r\n]|$)/y;
const CONTENT_TAB = /===[!+]*[ \t]+(?:"[^"\r\n]*"|'[^'\r\n]*')[ \t]*(?=[\r\n]|$)/y;

/** Whether a line, from its content on, starts an admonition or a content tab. */
export function startsAdmonition(text: string, at: number): boolean {
  const first = text.charCodeAt(at);
  if (first === 61) return matches(CONTENT_TAB, text, at);
  return (first === 33 || first === 63) && matches(ADMONITION, text, at);
}

/** The title that readers see; empty without one. */
export function admonitionTitle(line: string): string {
  return (
    /"([^"]*)"|'([^']*)'/
      .exec(line)
      ?.slice(1)
      .find((title) => title !== undefined) ?? ''
  );
}

/** Each admonition and content tab with its body. */
export function admonitionRegions(text: string, { marks, starts, lineCount }: ScannedLines): Region[] {
  const regions: Region[] = [];
  for (let line = 0; line < lineCount; line++) {
    if ((marks[line]! & CONTAINER_MASK) !== ContainerMark.Admonition) continue;
    const bodyColumn = indentAt(text, starts[line]!) + BODY_INDENT;
    let lastLine = line;
    for (let next = line + 1; next < lineCount; next++) {
      const indent = indentAt(text, starts[next]!);
      if (indent === BLANK) continue;
      if (indent < bodyColumn) break;
      lastLine = next;
    }
    if (lastLine > line) regions.push({ firstLine: line, lastLine, bodyIndent: BODY_INDENT });
  }
  return regions;
}

/** Columns of white space at the start of a line; `BLANK` when there is nothing else. */
function indentAt(text: string, start: number): number {
  let column = 0;
  for (let at = start; ; at++) {
    const code = text.charCodeAt(at);
    if (code === 32) column++;
    else if (code === 9) column += TAB_STOP - (column % TAB_STOP);
    else return code === 10 || code === 13 || Number.isNaN(code) ? BLANK : column;
  }
}

function matches(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}
