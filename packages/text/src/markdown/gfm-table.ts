import { isSpaceOrTab, runLength, skipSpaces } from './line-cursor.js';

const MINUS = 45;
const COLON = 58;
const BACKSLASH = 92;
const PIPE = 124;

/**
 * Number of cells in a line that may be the header row of a GFM table; 0 when it cannot be one (GFM 0.29, section 4.10).
 */
export function headerCellCount(text: string, start: number, end: number): number {
  let cells = 0;
  let marks = text.charCodeAt(start) === PIPE ? 0 : 1;
  let atCellStart = marks === 1;
  let at = start;
  while (at < end) {
    const code = text.charCodeAt(at);
    if (isSpaceOrTab(code)) {
      at++;
      continue;
    }
    marks++;
    if (atCellStart) cells++;
    atCellStart = code === PIPE;
    at = code === PIPE ? at + 1 : endOfCellText(text, at, end);
  }
  return marks > 1 ? cells : 0;
}

/**
 * Number of cells in the delimiter row of a GFM table (`| --- | :-: |`), 0 if the line is not one: it must contain a pipe
 * or a colon.
 */
export function delimiterCellCount(text: string, start: number, end: number): number {
  let cells = 0;
  let hasPipeOrColon = false;
  let at = start;
  if (text.charCodeAt(at) === PIPE) {
    hasPipeOrColon = true;
    at = skipSpaces(text, at + 1, end);
  }
  while (at < end) {
    const dashes = text.charCodeAt(at) === COLON ? at + 1 : at;
    const afterDashes = dashes + runLength(text, dashes, end, MINUS);
    if (afterDashes === dashes) return 0;
    const cellEnd = afterDashes < end && text.charCodeAt(afterDashes) === COLON ? afterDashes + 1 : afterDashes;
    hasPipeOrColon ||= dashes > at || cellEnd > afterDashes;
    cells++;
    at = skipSpaces(text, cellEnd, end);
    if (at === end) break;
    if (text.charCodeAt(at) !== PIPE) return 0;
    hasPipeOrColon = true;
    at = skipSpaces(text, at + 1, end);
  }
  return hasPipeOrColon ? cells : 0;
}

function endOfCellText(text: string, start: number, end: number): number {
  let at = start;
  while (at < end) {
    const code = text.charCodeAt(at);
    if (code === PIPE || isSpaceOrTab(code)) return at;
    at++;
    if (code === BACKSLASH && at < end && (text.charCodeAt(at) === PIPE || text.charCodeAt(at) === BACKSLASH)) at++;
  }
  return at;
}
