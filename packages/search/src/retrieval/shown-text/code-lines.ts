import { LineKind, type LineScan, startsIndentedCode } from '@topicmill/text/markdown';
import { IndentedFences } from './indented-fences.js';

/** What has a body that may be indented like code: notes, tabs, containers, footnotes and components. */
const OPENS_BODY = /^\s*(?:[-*+]\s+|\d{1,9}[.)]\s+)?(?:!!!|\?\?\?|===|\/{3}|:::|\[\^|<[A-Z])/;
const TAB_STOP = 4;

/**
 * For each line of a text whether it belongs to code, 1 or 0: fenced at any indentation, with its fences, or only indented,
 * with the blank lines inside.
 */
export function codeLines(text: string, scan: LineScan): Uint8Array {
  const { kinds, marks, starts, lineCount } = scan;
  const isCode = kinds.map((kind) => (kind === LineKind.Fence ? 1 : 0));
  const fences = new IndentedFences(text, scan);
  const bodies = new Bodies();
  /** The last line of the indented code that may go on, -1 without one. */
  let last = -1;
  for (let line = 0; line < lineCount; line++) {
    const closing = isCode[line] === 1 ? undefined : fences.closingLine(line);
    if (closing !== undefined) isCode.fill(1, line, closing + 1);
    if (isCode[line] === 1) {
      line = closing ?? line;
      last = -1;
      continue;
    }
    const written = text.slice(starts[line], starts[line + 1]);
    if (written.trim() === '') continue;
    const isInBody = bodies.contain(written);
    const isStart = startsIndentedCode(marks[line]!) && !isInBody;
    if (isStart || (marks[line] === 0 && last !== -1 && last === line - 1)) {
      isCode.fill(1, last === -1 ? line : last, line + 1);
      last = line;
    } else {
      last = -1;
    }
  }
  return isCode;
}

/** The lines around a line by their indentation. */
class Bodies {
  private readonly around: { readonly indent: number; readonly opensBody: boolean }[] = [];

  /** Whether a line, the next one of a text, is in the body of one before it. */
  contain(line: string): boolean {
    const indent = indentOf(line);
    while (this.around.length > 0 && this.around.at(-1)!.indent >= indent) this.around.pop();
    const isInBody = this.around.at(-1)?.opensBody === true;
    this.around.push({ indent, opensBody: isInBody || OPENS_BODY.test(line) });
    return isInBody;
  }
}

function indentOf(line: string): number {
  let column = 0;
  for (const character of line) {
    if (character === ' ') column++;
    else if (character === '\t') column += TAB_STOP - (column % TAB_STOP);
    else break;
  }
  return column;
}
