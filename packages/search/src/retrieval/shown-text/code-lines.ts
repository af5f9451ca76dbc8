import { LineKind, type LineScan, startsIndentedCode } from '@topicmill/text/markdown';
import { IndentedFences } from './indented-fences.js';

/** What lines have as their body that are indented like code. */
const OPENS_BODY = /^\s*(?:!!!|\?\?\?|===|\/{3}|:::|\[\^)/;
const INDENTED = /^(?: {4}|\t)/;

/**
 * For each line of a text whether it belongs to code, 1 or 0: fenced at any indentation, with its fences, or only indented,
 * with the blank lines inside.
 */
export function codeLines(text: string, scan: LineScan): Uint8Array {
  const isCode = scan.kinds.map((kind) => (kind === LineKind.Fence ? 1 : 0));
  const fences = new IndentedFences(text, scan);
  let isInBody = false;
  let lastIndented = -1;
  for (let line = 0; line < scan.lineCount; line++) {
    const closing = isCode[line] === 1 ? undefined : fences.closingLine(line);
    if (closing !== undefined) {
      isCode.fill(1, line, closing + 1);
      line = closing;
      lastIndented = -1;
      continue;
    }
    const written = text.slice(scan.starts[line], scan.starts[line + 1]);
    if (written.trim() === '') continue;
    const isIndented = INDENTED.test(written);
    if (!isIndented) isInBody = OPENS_BODY.test(written);
    const startsCode = startsIndentedCode(scan.marks[line]!) && !isInBody;
    const goesOn = scan.marks[line] === 0 && line > 0 && lastIndented === line - 1;
    if (isIndented && (startsCode || goesOn)) {
      isCode.fill(1, startsCode && lastIndented !== -1 ? lastIndented : line, line + 1);
      lastIndented = line;
    } else {
      lastIndented = -1;
    }
  }
  return isCode;
}
